import { Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../api/Api.ts"
import { AccountsHandlers } from "./AccountsHandlers.ts"
import * as AddressClaimRoutes from "./AddressClaimRoutes.ts"
import * as Admission from "./Admission.ts"
import { AttachmentsHandlers } from "./AttachmentsHandlers.ts"
import { AuthHandlers } from "./AuthHandlers.ts"
import { BrandsHandlers } from "./BrandsHandlers.ts"
import { CategoriesHandlers } from "./CategoriesHandlers.ts"
import * as ChannelAdmission from "./ChannelAdmission.ts"
import { ChannelMessagesHandlers } from "./ChannelMessagesHandlers.ts"
import { ChannelsHandlers } from "./ChannelsHandlers.ts"
import { CommentsHandlers } from "./CommentsHandlers.ts"
import { CompaniesHandlers } from "./CompaniesHandlers.ts"
import { Cursors } from "./Cursors.ts"
import { CustomChannelsHandlers } from "./CustomChannelsHandlers.ts"
import { CustomersHandlers } from "./CustomersHandlers.ts"
import * as DocsRoutes from "./DocsRoutes.ts"
import { EventsHandlers } from "./EventsHandlers.ts"
import { FieldsHandlers } from "./FieldsHandlers.ts"
import { FilesHandlers } from "./FilesHandlers.ts"
import { FileTokens } from "./files/FileTokens.ts"
import { InboundHandlers } from "./InboundHandlers.ts"
import { LogsHandlers } from "./LogsHandlers.ts"
import { MembersHandlers } from "./MembersHandlers.ts"
import { MessagesHandlers } from "./MessagesHandlers.ts"
import * as MailRoutes from "./mail/MailRoutes.ts"
import { MailTokens } from "./mail/MailTokens.ts"
import { MailViews } from "./mail/MailViews.ts"
import { PortalDomainsHandlers } from "./PortalDomainsHandlers.ts"
import { PortalHandlers } from "./PortalHandlers.ts"
import { PortalTokensHandlers } from "./PortalTokensHandlers.ts"
import { PresenceHandlers } from "./PresenceHandlers.ts"
import * as PolicyReportRoutes from "./policy/PolicyReportRoutes.ts"
import * as PortalRoutes from "./portal/PortalRoutes.ts"
import { RequestsHandlers } from "./RequestsHandlers.ts"
import { SearchHandlers } from "./SearchHandlers.ts"
import { SlackAppsHandlers } from "./SlackAppsHandlers.ts"
import { SlackHandlers } from "./SlackHandlers.ts"
import * as SlackInstallRoute from "./SlackInstallRoute.ts"
import { SmsNumbersHandlers } from "./SmsNumbersHandlers.ts"
import { StatusesHandlers } from "./StatusesHandlers.ts"
import { SystemHandlers } from "./SystemHandlers.ts"
import * as RestoreRoutes from "./signin/RestoreRoutes.ts"
import * as SignInRoutes from "./signin/SignInRoutes.ts"
import { TagsHandlers } from "./TagsHandlers.ts"
import { TestHandlers } from "./TestHandlers.ts"
import { TicketsHandlers } from "./TicketsHandlers.ts"
import * as UnwatchRoutes from "./UnwatchRoutes.ts"
import { WatchersHandlers } from "./WatchersHandlers.ts"
import { WebhooksHandlers } from "./WebhooksHandlers.ts"
import * as AdminRoutes from "./web/AdminRoutes.ts"
import { WidgetLoaders } from "./widget/WidgetLoaders.ts"
import * as WidgetRoutes from "./widget/WidgetRoutes.ts"

/** The routes of the API, its documentation, the sign-in pages and the dashboard. */
export const layer = Layer.mergeAll(
  HttpApiBuilder.layer(Api),
  DocsRoutes.layer,
  SignInRoutes.layer,
  RestoreRoutes.layer,
  UnwatchRoutes.layer,
  AddressClaimRoutes.layer,
  SlackInstallRoute.layer,
  MailRoutes.layer,
  PolicyReportRoutes.layer,
  PortalRoutes.layer,
  WidgetRoutes.layer,
  AdminRoutes.layer
).pipe(
  Layer.provide([
    TicketsHandlers,
    CommentsHandlers,
    AttachmentsHandlers,
    FilesHandlers,
    CustomersHandlers,
    MessagesHandlers,
    WatchersHandlers,
    PresenceHandlers,
    TagsHandlers,
    CompaniesHandlers,
    CategoriesHandlers,
    StatusesHandlers,
    FieldsHandlers,
    BrandsHandlers,
    ChannelsHandlers,
    SmsNumbersHandlers,
    CustomChannelsHandlers,
    ChannelMessagesHandlers,
    SlackHandlers,
    SlackAppsHandlers,
    WebhooksHandlers,
    EventsHandlers,
    InboundHandlers,
    LogsHandlers,
    RequestsHandlers,
    SearchHandlers,
    AccountsHandlers,
    AuthHandlers,
    MembersHandlers,
    PortalTokensHandlers,
    PortalDomainsHandlers,
    PortalHandlers,
    TestHandlers,
    SystemHandlers
  ]),
  Layer.provide([Admission.layer, ChannelAdmission.layer, Cursors.layer, FileTokens.layer]),
  Layer.provide([MailViews.layer.pipe(Layer.provideMerge(MailTokens.layer)), WidgetLoaders.layer])
)
