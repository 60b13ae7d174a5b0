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
        description: "Returns the ways customers can reach the brand, oldest first, and whether each one works."
      })
    ),
    HttpApiEndpoint.get("listAddresses", "/addresses", {
      params: brandPath,
      success: Schema.Array(Address),
      error: read
    }).annotateMerge(
      OpenApi.annotations({
        summary: "List addresses",
        description: "Returns all addresses of the brand, oldest first."
      })
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
            "A brand can have 100 addresses, and an address belongs to one brand of the installation. Another brand can take a `forwarded` address that is not verified within a day."
        })
      ),
    HttpApiEndpoint.get("getAddress", "/addresses/:addressId", {
      params: addressPath,
      success: Address,
      error: read
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Get an address",
        description: "Includes whether the address is verified and when email last arrived there."
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
          description: "`isPrimary: false` makes the address with the brand's id primary again."
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
          description: "Email to it no longer reaches the brand. The address with the brand's id cannot be removed."
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
            "Without `code`, emails six digits to the address. They are valid for 15 minutes and five attempts, and you can request them five times an hour. With `code`, verifies the address; a wrong code returns `verified: false`. In test mode, the email goes to the test outbox."
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
          summary: "Send a test email",
          description:
            "Queues an email from the address to one recipient, sent the way replies are, at most five times an hour. `GET …/channels` shows the result: `lastOutboundAt`, or `lastError` with the relay's message. 409 `channel_not_ready`: the address is not verified. In test mode, the email goes to the test outbox."
        })
      ),
    HttpApiEndpoint.get("listDomains", "/domains", {
      params: brandPath,
      success: Schema.Array(EmailDomain),
      error: read
    }).annotateMerge(
      OpenApi.annotations({ summary: "List domains", description: "Returns all domains of the brand, oldest first." })
    ),
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
            "Returns the DNS records to create. A brand can have 50 domains, and a domain belongs to one brand of the installation. Another brand can take a domain that is not verified within seven days."
        })
      ),
    HttpApiEndpoint.get("getDomain", "/domains/:domainId", {
      params: domainPath,
      success: EmailDomain,
      error: read
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Get a domain",
        description: "Includes the DNS records that the domain needs, and what the last check found for each."
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
            "Omitted members keep their values; null clears optional members. `domain` and `type` cannot change: add another domain instead. `isPrimary: true` replaces the domain of the same type that was primary."
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
            "Its keys are deleted permanently. Addresses on the domain are no longer verified, and email that was sent from it is sent from the installation's address."
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
            "Queries DNS now, for at most ten seconds. All domains are also checked daily. A verified domain that loses a required record stays verified for three days."
        })
      )
  )
  .middleware(Access)
  .annotate(CallersAllowed, permissions.read)
  .prefix("/v1/brands/:brandId")
  .annotateMerge(
    OpenApi.annotations({
      title: "channels",
      description: "How a brand sends and receives messages: its addresses and domains."
    })
  ) {}
