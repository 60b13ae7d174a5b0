import { HttpApi, OpenApi } from "effect/http-api"
import { AccountsApi } from "./AccountsApi.ts"
import { AttachmentsApi } from "./AttachmentsApi.ts"
import { AuthApi } from "./AuthApi.ts"
import { BrandsApi } from "./BrandsApi.ts"
import { CategoriesApi } from "./CategoriesApi.ts"
import { ChannelMessagesApi } from "./ChannelMessagesApi.ts"
import { ChannelsApi } from "./ChannelsApi.ts"
import { CommentsApi } from "./CommentsApi.ts"
import { CompaniesApi } from "./CompaniesApi.ts"
import { CustomChannelsApi } from "./CustomChannelsApi.ts"
import { CustomersApi } from "./CustomersApi.ts"
import { AnyEvent } from "./EventPayloads.ts"
import { EventsApi } from "./EventsApi.ts"
import { FieldsApi } from "./FieldsApi.ts"
import { FilesApi } from "./FilesApi.ts"
import { InboundApi } from "./InboundApi.ts"
import { LogsApi } from "./LogsApi.ts"
import { MembersApi } from "./MembersApi.ts"
import { MessagesApi } from "./MessagesApi.ts"
import { PortalApi } from "./PortalApi.ts"
import { PortalDomainsApi } from "./PortalDomainsApi.ts"
import { PortalTokensApi } from "./PortalTokensApi.ts"
import { PresenceApi } from "./PresenceApi.ts"
import { ProblemBody } from "./ProblemBody.ts"
import { RequestsApi } from "./RequestsApi.ts"
import { SearchApi } from "./SearchApi.ts"
import { SlackApi } from "./SlackApi.ts"
import { SlackAppsApi } from "./SlackAppsApi.ts"
import { SmsNumbersApi } from "./SmsNumbersApi.ts"
import { StatusesApi } from "./StatusesApi.ts"
import { SystemApi } from "./SystemApi.ts"
import { TagsApi } from "./TagsApi.ts"
import { TestApi } from "./TestApi.ts"
import { TicketsApi } from "./TicketsApi.ts"
import { WatchersApi } from "./WatchersApi.ts"
import { WebhooksApi } from "./WebhooksApi.ts"

/** Semantic version of the contract; a minor version only adds (docs/api.md, Versions and compatibility). */
const apiVersion = "1.0.0"

/** The whole HTTP contract. It decodes every request, and the OpenAPI document is generated from it. */
export class Api extends HttpApi.make("trunkline")
  .add(TicketsApi)
  .add(CommentsApi)
  .add(AttachmentsApi)
  .add(FilesApi)
  .add(CustomersApi)
  .add(MessagesApi)
  .add(WatchersApi)
  .add(PresenceApi)
  .add(TagsApi)
  .add(CompaniesApi)
  .add(CategoriesApi)
  .add(StatusesApi)
  .add(FieldsApi)
  .add(BrandsApi)
  .add(ChannelsApi)
  .add(SlackApi)
  .add(SlackAppsApi)
  .add(SmsNumbersApi)
  .add(CustomChannelsApi)
  .add(ChannelMessagesApi)
  .add(WebhooksApi)
  .add(EventsApi)
  .add(LogsApi)
  .add(RequestsApi)
  .add(InboundApi)
  .add(SearchApi)
  .add(AccountsApi)
  .add(AuthApi)
  .add(MembersApi)
  .add(PortalTokensApi)
  .add(PortalDomainsApi)
  .add(PortalApi)
  .add(TestApi)
  .add(SystemApi)
  .annotate(HttpApi.AdditionalSchemas, [ProblemBody, AnyEvent])
  // Reports all errors in a request at once.
  .annotate(HttpApi.ParseOptions, { errors: "all" })
  .annotateMerge(
    OpenApi.annotations({
      title: "Trunkline API",
      version: apiVersion,
      license: { name: "MIT", identifier: "MIT" },
      description: "Tickets from every channel, over REST. All error codes are listed under /docs/errors."
    })
  ) {}
