import { Duration, Effect, Layer } from "effect"
import { maxKeys } from "../../src/accounts/ApiKeys.ts"
import { inviteLifetime, mostMembers } from "../../src/accounts/Invites.ts"
import { linkLifetime } from "../../src/accounts/MagicLinks.ts"
import { sessionIdle, sessionLifetime } from "../../src/accounts/Sessions.ts"
import { maxText } from "../../src/api/Fields.ts"
import { openApiDocument } from "../../src/api/openApiDocument.ts"
import { catalogue, codes } from "../../src/api/ProblemCatalogue.ts"
import { type Permission, permissions } from "../../src/api/permissions.ts"
import { maxMetadata, maxSourceData } from "../../src/api/TicketPayloads.ts"
import { graceDays } from "../../src/domain/AccountDeletion.ts"
import { maxCustomFields, ticketLimits } from "../../src/domain/Ticket.ts"
import { bytesAtOnce } from "../../src/http/BytesInHand.ts"
import { limitsOf } from "../../src/http/docs/schemaWords.ts"
import { maxPipelined } from "../../src/http/GuardedServer.ts"
import { peerLimits } from "../../src/http/HttpListener.ts"
import { HttpSettings } from "../../src/http/HttpSettings.ts"
import { maxDepth, maxMembers } from "../../src/http/jsonText.ts"
import { RateLimits } from "../../src/http/RateLimits.ts"
import { roomPatience } from "../../src/http/refuseLoad.ts"
import { arrivalLimit, maxBodyBytes } from "../../src/http/requestBody.ts"
import { maxHeaderBytes, maxHeaders, maxTargetBytes } from "../../src/http/requestShape.ts"
import { maxStreams } from "../../src/http/StreamLimit.ts"
import { maxHistoryBytes, maxHistoryLines } from "../../src/sql/events/auditStatements.ts"
import { maxPageBytes } from "../../src/sql/maxPageBytes.ts"
import { maxBrandsBytes } from "../../src/sql/rows/brandRow.ts"
import { maxConversationBytes } from "../../src/sql/rows/commentRow.ts"
import { maxDomains } from "../../src/tickets/addresses/changeEmailDomain.ts"
import { maxAddresses } from "../../src/tickets/addresses/changeSupportAddress.ts"
import { maxChannels } from "../../src/tickets/connections/CustomChannels.ts"
import { mostApps } from "../../src/tickets/connections/SlackApps.ts"
import { mostWorkspaces } from "../../src/tickets/connections/SlackInstallations.ts"
import { maxNumbers } from "../../src/tickets/connections/SmsNumbers.ts"
import { maxUnclaimed } from "../../src/tickets/files/PendingUploads.ts"
import { maxCategories } from "../../src/tickets/settings/changeCategories.ts"
import { maxFieldBytes, maxFields } from "../../src/tickets/settings/changeFieldDefinitions.ts"
import { maxStatuses } from "../../src/tickets/settings/changeStatuses.ts"
import { maxTags } from "../../src/tickets/settings/tagLimit.ts"
import { maxWebhooks } from "../../src/webhooks/Webhooks.ts"

// The parts of docs/*.md that are generated from the code. `npm run write-docs` puts them between their markers, and a test fails
// while they differ.

type Node = ReturnType<typeof openApiDocument>

const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>) =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n")

const errors = () =>
  table(
    ["Code", "Status", "When", "What to do"],
    codes.map((code) => {
      const { remedy, status, when } = catalogue[code]
      return [`\`${code}\``, String(status), when, remedy]
    })
  )

const yes = "yes"
const allowed = (permission: Permission) => {
  const { action, allBrands, kinds, role, testMode } = permission
  const key = testMode ? "test mode only" : allBrands ? "all brands only" : yes
  const roles = { agent: "all members", admin: "owners, admins", owner: "owners" }
  return [
    action,
    kinds.includes("api_key") ? key : "–",
    kinds.includes("session") ? (testMode ? `${roles[role]} in test mode` : roles[role]) : "–",
    kinds.includes("portal_token") ? yes : "–"
  ]
}
const who = () =>
  table(
    ["What", "API key", "Session", "Portal token"],
    Object.values<Permission>(permissions)
      .filter(({ kinds }) => kinds.length > 0)
      .map(allowed)
  )

const inWords = (duration: Duration.Duration) => {
  const minutes = Duration.toMinutes(duration)
  return minutes % 1440 === 0 ? `${minutes / 1440} days` : `${minutes} minutes`
}
const lifetimes = () =>
  table(
    ["Credential", "Expires after"],
    [
      ["Magic link", `${inWords(linkLifetime)}, or its first use`],
      ["Invitation", inWords(inviteLifetime)],
      ["Link that restores a deleted organization", `${graceDays} days, or its first use`],
      ["Session", `${inWords(sessionLifetime)}, or ${inWords(sessionIdle)} without use`]
    ]
  )

const kib = (bytes: number) => (bytes >= 1024 * 1024 ? `${bytes / 1024 / 1024} MiB` : `${bytes / 1024} KiB`)
const sizes = () =>
  table(
    ["What", "Limit", "Error if exceeded"],
    [
      ["Request line", kib(maxTargetBytes), "`uri_too_long`"],
      [
        "Request headers",
        `${kib(maxHeaderBytes)} and ${maxHeaders.toLocaleString("en")} headers`,
        "`headers_too_large`"
      ],
      ["JSON body", kib(maxBodyBytes), "`payload_too_large`"],
      ["Nesting depth of JSON", `${maxDepth} levels`, "`malformed_json`"],
      [
        "Object members and array entries in a JSON body, in total",
        maxMembers.toLocaleString("en"),
        "`malformed_json`"
      ],
      ["Body of a ticket or comment, in UTF-8", kib(maxText), "`validation_failed`"],
      ["`customFields` of a ticket, as JSON", kib(maxCustomFields), "`validation_failed`"],
      [
        "`metadata` of any record, as JSON",
        kib(maxMetadata),
        "`validation_failed`; when customers are merged, the excess is left out"
      ],
      ["`sourceData`, as JSON", kib(maxSourceData), "`validation_failed`"]
    ]
  )

const seconds = (milliseconds: number) => `${milliseconds / 1000} s`
const connections = () =>
  table(
    ["What", "Limit", "If exceeded"],
    [
      [
        "Time to receive all headers",
        seconds(peerLimits.headersTimeout),
        "`malformed_request`, and the connection is closed"
      ],
      ["Time to receive a JSON body", seconds(arrivalLimit), "`malformed_request`, and the connection is closed"],
      [
        "Time to receive a file",
        seconds(peerLimits.requestTimeout),
        "`malformed_request`, and the connection is closed"
      ],
      [
        "Time to receive the rest of a request that has already been answered",
        seconds(peerLimits.restTimeout),
        "the connection is closed"
      ],
      ["Time without any data to or from the client", seconds(peerLimits.silenceTimeout), "the connection is closed"],
      ["Idle time between two requests", seconds(peerLimits.keepAliveTimeout), "the connection is closed"],
      ["Pipelined requests waiting on a connection", maxPipelined.toString(), "the connection is closed after these"],
      [
        "Connections",
        peerLimits.maxConnections.toLocaleString("en"),
        "the connection that has been idle longest is closed"
      ],
      [
        "Connections with a request in progress",
        (peerLimits.maxConnections - peerLimits.reservedConnections).toLocaleString("en"),
        "`unavailable`, except for health, readiness and metrics"
      ],
      [
        `Bodies over ${kib(bytesAtOnce.least)} in transfer, in both directions together`,
        kib(bytesAtOnce.most),
        "`unavailable`"
      ],
      ["The same, for one caller", kib(bytesAtOnce.ofCaller), "`unavailable`"],
      [
        "The same, for one account",
        `as much as it leaves free for others: ${kib(bytesAtOnce.most / 2)} if there are none`,
        "`unavailable`"
      ],
      ["Texts and JSON on one page of a list", kib(maxPageBytes), "the page is shorter and says that there are more"],
      [
        "Texts and JSON of a ticket's comments in one response",
        kib(maxConversationBytes),
        "older comments have only the beginning of their text, no JSON, and `bodyTruncated`"
      ],
      [
        "JSON of a ticket's history in one response",
        kib(maxHistoryBytes),
        "older entries have `changesTruncated` instead of `changes`; the brand's log has all changes"
      ],
      [
        "Texts and JSON of brands in one response",
        kib(maxBrandsBytes),
        "further brands have `detailsTruncated` instead of `settings`, `metadata`, `ticketSchema`, `fieldDefinitions` and `autoresponseBody`"
      ],
      [
        "Entries of a ticket's history in one response",
        maxHistoryLines.toLocaleString("en"),
        "older entries about the ticket itself are in the brand's log, under its `entityId`"
      ],
      [
        `Time that a conversation, history or list of brands over ${kib(bytesAtOnce.least)} waits for memory`,
        seconds(roomPatience),
        "`unavailable`"
      ]
    ]
  )

const counts = () =>
  table(
    ["What", "Limit"],
    [
      ["Tags on a ticket", ticketLimits.tags],
      ["Watchers on a ticket", ticketLimits.watchers],
      ["Participants on a ticket", ticketLimits.participants],
      ["Comments on a ticket", ticketLimits.comments],
      ["Files on a ticket", ticketLimits.attachments],
      ["Pending attachments of one caller", maxUnclaimed],
      ["Tags in a brand", maxTags],
      ["Categories in a brand", maxCategories],
      ["Statuses in a brand, including inactive ones", maxStatuses],
      ["Fields in a brand, for each of tickets, customers and companies", maxFields],
      ["Bytes of all these fields together, as JSON", maxFieldBytes],
      ["Webhooks in a brand", maxWebhooks],
      ["Support addresses in a brand", maxAddresses],
      ["Domains in a brand", maxDomains],
      ["Slack apps in a brand", mostApps],
      ["Slack workspaces in a brand", mostWorkspaces],
      ["Phone numbers in a brand", maxNumbers],
      ["Custom channels in a brand", maxChannels],
      ["API keys in an account", maxKeys],
      ["Members of an organization, including invited ones", mostMembers],
      ["Open event streams of one credential", maxStreams]
    ].map(([what, limit]) => [String(what), limit?.toLocaleString("en") ?? ""])
  )

/** What each rate limit bucket is for, in plain words. */
const buckets: { readonly [B in keyof RateLimits["Service"]]: string } = {
  apiKey: "Requests with one API key (RATE_LIMIT_PER_MINUTE)",
  session: "Requests of one signed-in member",
  portal: "Requests of one customer with a portal token",
  portalWrites: "Tickets and comments written by one customer",
  anonymous: "Requests without a credential from one network address",
  failedAuthentication: "Refused credentials from one network address",
  search: "Searches with one credential",
  bulk: "Bulk changes, merges and replays of a range with one credential",
  customChannel: "Messages and receipts posted by one custom channel",
  documents: "Downloads of the OpenAPI document and the reference from one network address",
  files: "File uploads and downloads from one network address",
  pictures: "Remote pictures in emails fetched for one account in one mode",
  policyReports: "Content-Security-Policy violations reported from one network address",
  magicLink: "Magic links requested from one network address",
  magicLinkAddress: "Magic links to one email address",
  magicLinkPause: "Member sign-in links to one email address, in quick succession",
  inviteAddress: "Invitations to one email address",
  addressCode: "Codes and test emails to one email address",
  verify: "Attempts to use a magic link from one network address"
}
const periods: { readonly [milliseconds: number]: string } = { 60000: "per minute", 3600000: "per hour" }
const rates = () => {
  const limits = Effect.runSync(
    Effect.provide(
      RateLimits,
      Layer.provide(
        RateLimits.layer,
        Layer.succeed(HttpSettings, {
          publicUrl: "http://localhost:3000",
          adminOrigins: [],
          rateLimitPerMinute: 6000,
          attachmentMaxBytes: 0,
          inboundDomain: "inbound.localhost",
          hasMailRelay: true,
          proxies: 0,
          version: "0.0.0"
        })
      )
    )
  )
  return table(
    ["What is counted", "Limit"],
    Object.entries(buckets).map(([name, meaning]) => {
      // The type of `buckets` gives it the keys of the limits.
      const { limit, period } = limits[name as keyof typeof buckets]
      return [meaning, `${limit.toLocaleString("en")} ${periods[period]}`]
    })
  )
}

/** The schema names of request bodies, in document order. */
const bodies = (paths: Node): ReadonlyArray<string> => {
  const operations = Object.values<Node>(paths).flatMap((methods) => Object.values<Node>(methods))
  const used = operations.map((one) => String(one["requestBody"]?.content["application/json"]?.schema.$ref))
  return [...new Set(used.filter((reference) => reference.startsWith("#")))].map((one) => one.split("/").at(-1) ?? "")
}

/** A table of the limits that the schemas of request bodies set for their members. */
const members = () => {
  const { components, paths } = openApiDocument("https://desk.example")
  const rows = bodies(paths).flatMap((name) =>
    Object.entries<Node>(components.schemas[name].properties ?? {}).flatMap(([member, value]) => {
      const limits = limitsOf(value)
      return limits === "" ? [] : [[`\`${name}\``, `\`${member}\``, limits.replaceAll("|", "\\|")]]
    })
  )
  return table(["Body", "Member", "Limit"], rows)
}

/** The generated blocks, by the name in their markers. */
export const blocks: { readonly [name: string]: () => string } = {
  errors,
  who,
  lifetimes,
  sizes,
  connections,
  counts,
  rates,
  members
}

/** A page with its blocks replaced by freshly generated ones. */
export const withBlocks = (page: string): string =>
  page.replaceAll(/<!-- (\w+): written by npm run write-docs -->\n[\s\S]*?<!-- end -->/g, (block, name: string) =>
    blocks[name] === undefined
      ? block
      : `<!-- ${name}: written by npm run write-docs -->\n\n${blocks[name]()}\n\n<!-- end -->`
  )
