import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import {
  AlreadyExists,
  ChannelNotReady,
  IdempotencyInProgress,
  IdempotencyKeyReused,
  InvalidInput,
  InvalidState,
  LimitReached,
  NotFound,
  RateLimited
} from "../domain/Problems.ts"
import { Access, CallersAllowed, CredentialLimits } from "./Access.ts"
import {
  Address,
  AddressCreate,
  AddressTest,
  AddressTestResult,
  AddressUpdate,
  AddressVerify,
  Channel,
  DomainCheck,
  DomainCreate,
  DomainUpdate,
  EmailDomain,
  Verified
} from "./ChannelPayloads.ts"
import { permissions } from "./permissions.ts"
import { brandPath, idLike, Success } from "./Shapes.ts"

const read = [NotFound, DatabaseUnavailable]
const command = [...read, IdempotencyKeyReused, IdempotencyInProgress]
const write = [...command, InvalidInput]
const addressPath = { ...brandPath, addressId: idLike("adr") }
const domainPath = { ...brandPath, domainId: idLike("dom") }

export class ChannelsApi extends HttpApiGroup.make("channels")
  .add(
    HttpApiEndpoint.get("list", "/channels", {
      params: brandPath,
      success: Schema.Array(Channel),
      error: read
    }).annotateMerge(
      OpenApi.annotations({
        summary: "List channels",
        description: "How customers reach the brand, oldest first, and whether each way works."
      })
    ),
    HttpApiEndpoint.get("listAddresses", "/addresses", {
      params: brandPath,
      success: Schema.Array(Address),
      error: read
    }).annotateMerge(
      OpenApi.annotations({ summary: "List addresses", description: "All of the brand, oldest first." })
    ),
    HttpApiEndpoint.post("createAddress", "/addresses", {
      params: brandPath,
      payload: AddressCreate,
      success: Address.pipe(HttpApiSchema.status(201)),
      error: [...write, AlreadyExists, LimitReached]
    })
      .annotate(CallersAllowed, permissions.configure)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Add an address",
          description:
            "A brand has at most 100 addresses; an address belongs to one brand of the installation. A `forwarded` address that is not verified within a day can be taken by another brand."
        })
      ),
    HttpApiEndpoint.get("getAddress", "/addresses/:addressId", {
      params: addressPath,
      success: Address,
      error: read
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Get an address",
        description: "With whether it is verified, and when mail came to it last."
      })
    ),
    HttpApiEndpoint.patch("updateAddress", "/addresses/:addressId", {
      params: addressPath,
      payload: AddressUpdate,
      success: Address,
      error: write
    })
      .annotate(CallersAllowed, permissions.configure)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Change an address",
          description: "With `isPrimary: false` the address of the brand's id is the primary one again."
        })
      ),
    HttpApiEndpoint.delete("deleteAddress", "/addresses/:addressId", {
      params: addressPath,
      success: Success,
      error: [...command, InvalidState]
    })
      .annotate(CallersAllowed, permissions.configure)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Remove an address",
          description: "Mail to it is nobody's then. The address of the brand's id stays."
        })
      ),
    HttpApiEndpoint.post("verifyAddress", "/addresses/:addressId/verify", {
      params: addressPath,
      payload: AddressVerify,
      success: Verified,
      error: [...write, RateLimited]
    })
      .annotate(CallersAllowed, permissions.configure)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Verify an address",
          description:
            "Without `code`, mails six digits to the address, which are good for 15 minutes and five tries, at most five times an hour. With the code, verifies it; a wrong one answers `verified: false`. Mail of test mode is in the test outbox."
        })
      ),
    HttpApiEndpoint.post("testAddress", "/addresses/:addressId/test", {
      params: addressPath,
      payload: AddressTest,
      success: AddressTestResult.pipe(HttpApiSchema.status(202)),
      error: [...write, ChannelNotReady, RateLimited]
    })
      .annotate(CallersAllowed, permissions.configure)
      .annotate(CredentialLimits, ["bulk"])
      .annotateMerge(
        OpenApi.annotations({
          summary: "Send a test mail",
          description:
            "Queues a mail from the address, as answers go out, to one person, at most five times an hour. `GET …/channels` shows what becomes of it: `lastOutboundAt`, or `lastError` in the words of the relay. 409 `channel_not_ready`: the address is not verified. Mail of test mode is in the test outbox."
        })
      ),
    HttpApiEndpoint.get("listDomains", "/domains", {
      params: brandPath,
      success: Schema.Array(EmailDomain),
      error: read
    }).annotateMerge(OpenApi.annotations({ summary: "List domains", description: "All of the brand, oldest first." })),
    HttpApiEndpoint.post("createDomain", "/domains", {
      params: brandPath,
      payload: DomainCreate,
      success: EmailDomain.pipe(HttpApiSchema.status(201)),
      error: [...write, AlreadyExists, LimitReached, RateLimited]
    })
      .annotate(CallersAllowed, permissions.configure)
      .annotate(CredentialLimits, ["bulk"])
      .annotateMerge(
        OpenApi.annotations({
          summary: "Add a domain",
          description:
            "Answers with the DNS records that the domain should have. A brand has at most 50 domains; a domain belongs to one brand of the installation. One that is not verified within seven days can be taken by another brand."
        })
      ),
    HttpApiEndpoint.get("getDomain", "/domains/:domainId", {
      params: domainPath,
      success: EmailDomain,
      error: read
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Get a domain",
        description: "With the DNS records that it needs, and what was found of each when it was checked last."
      })
    ),
    HttpApiEndpoint.patch("updateDomain", "/domains/:domainId", {
      params: domainPath,
      payload: DomainUpdate,
      success: EmailDomain,
      error: write
    })
      .annotate(CallersAllowed, permissions.configure)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Change a domain",
          description:
            "Members left out stay as they are; null clears optional ones. `domain` and `type` never change: add another domain instead. `isPrimary: true` takes that from the domain of the same type that had it."
        })
      ),
    HttpApiEndpoint.delete("deleteDomain", "/domains/:domainId", {
      params: domainPath,
      success: Success,
      error: command
    })
      .annotate(CallersAllowed, permissions.configure)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Remove a domain",
          description:
            "Its keys are gone for good. Addresses on it are not verified any more; mail that was from it is from the installation's address."
        })
      ),
    HttpApiEndpoint.post("verifyDomain", "/domains/:domainId/verify", {
      params: domainPath,
      success: DomainCheck,
      error: [...command, RateLimited]
    })
      .annotate(CallersAllowed, permissions.configure)
      .annotate(CredentialLimits, ["bulk"])
      .annotateMerge(
        OpenApi.annotations({
          summary: "Check a domain",
          description:
            "Asks DNS now, for ten seconds at most; all domains are checked daily. A verified domain that lacks what it needs stays verified for three days."
        })
      )
  )
  .middleware(Access)
  .annotate(CallersAllowed, permissions.read)
  .prefix("/v1/brands/:brandId")
  .annotateMerge(
    OpenApi.annotations({ title: "channels", description: "Ways in and out of a brand: its addresses and domains." })
  ) {}
