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

// The parts of docs/*.md that say what the code says. `npm run write-docs` puts them between their marks, and a test
// fails while they differ.

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
  const key = testMode ? "of test mode" : allBrands ? "with all brands" : yes
  const roles = { agent: "everybody", admin: "owners, admins", owner: "owners" }
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
    ["Credential", "Ends after"],
    [
      ["Magic link", `${inWords(linkLifetime)}, or its first use`],
      ["Invitation", inWords(inviteLifetime)],
      ["Link that brings a deleted organization back", `${graceDays} days, or its first use`],
      ["Session", `${inWords(sessionLifetime)}, or ${inWords(sessionIdle)} without use`]
    ]
  )

const kib = (bytes: number) => (bytes >= 1024 * 1024 ? `${bytes / 1024 / 1024} MiB` : `${bytes / 1024} KiB`)
const sizes = () =>
  table(
    ["What", "At most", "Answer beyond it"],
    [
      ["Request line", kib(maxTargetBytes), "`uri_too_long`"],
      [
        "Request headers",
        `${kib(maxHeaderBytes)}, and ${maxHeaders.toLocaleString("en")} of them`,
        "`headers_too_large`"
      ],
      ["JSON body", kib(maxBodyBytes), "`payload_too_large`"],
      ["Nesting of JSON", `${maxDepth} levels`, "`malformed_json`"],
      [
        "Members of all objects and entries of all arrays of a JSON body",
        maxMembers.toLocaleString("en"),
        "`malformed_json`"
      ],
      ["Body of a ticket or comment, as UTF-8", kib(maxText), "`validation_failed`"],
      ["`customFields` of a ticket, as JSON", kib(maxCustomFields), "`validation_failed`"],
      [
        "`metadata` of any record, as JSON",
        kib(maxMetadata),
        "`validation_failed`; what merged customers had beyond it is left out"
      ],
      ["`sourceData`, as JSON", kib(maxSourceData), "`validation_failed`"]
    ]
  )

const seconds = (milliseconds: number) => `${milliseconds / 1000} s`
const connections = () =>
  table(
    ["What", "At most", "Beyond it"],
    [
      [
        "Until all headers have come",
        seconds(peerLimits.headersTimeout),
        "`malformed_request`, and the connection ends"
      ],
      ["Until a JSON body has come", seconds(arrivalLimit), "the connection ends"],
      ["Until a file has come", seconds(peerLimits.requestTimeout), "`malformed_request`, and the connection ends"],
      ["For the rest of a request that has its answer", seconds(peerLimits.restTimeout), "the connection ends"],
      ["Without a byte from or to a client", seconds(peerLimits.silenceTimeout), "the connection ends"],
      ["Between two requests", seconds(peerLimits.keepAliveTimeout), "the connection ends"],
      ["Requests of a connection that wait", maxPipelined.toString(), "the connection ends after these"],
      ["Connections", peerLimits.maxConnections.toLocaleString("en"), "the longest idle one ends"],
      [
        "Connections with a request under way",
        (peerLimits.maxConnections - peerLimits.reservedConnections).toLocaleString("en"),
        "`unavailable`, but for health, readiness and metrics"
      ],
      [`Bodies over ${kib(bytesAtOnce.least)}, coming or going, together`, kib(bytesAtOnce.most), "`unavailable`"],
      ["Of these, those of one caller", kib(bytesAtOnce.ofCaller), "`unavailable`"],
      [
        "Of these, those of one account",
        `as much as it leaves to the others: ${kib(bytesAtOnce.most / 2)} when it is alone`,
        "`unavailable`"
      ],
      ["Texts and JSON on a page of a list", kib(maxPageBytes), "the page is shorter, and says that there are more"],
      [
        "Texts and JSON of a ticket's comments in one answer",
        kib(maxConversationBytes),
        "older comments have the beginning of their texts, no JSON, and `bodyTruncated`"
      ],
      [
        "JSON of a ticket's history in one answer",
        kib(maxHistoryBytes),
        "older lines have no `changes`, and `changesTruncated`; the brand's log has all of them"
      ],
      [
        "Texts and JSON of brands in one answer",
        kib(maxBrandsBytes),
        "further brands are without `settings`, `metadata`, `ticketSchema`, `fieldDefinitions` and `autoresponseBody`, and have `detailsTruncated`"
      ],
      [
        "Lines of a ticket's history in one answer",
        maxHistoryLines.toLocaleString("en"),
        "older ones of the ticket itself are in the brand's log, by its `entityId`"
      ],
      [
        `Until a conversation, history or list of brands of more than ${kib(bytesAtOnce.least)} has room`,
        seconds(roomPatience),
        "`unavailable`"
      ]
    ]
  )

const counts = () =>
  table(
    ["What", "At most"],
    [
      ["Tags on a ticket", ticketLimits.tags],
      ["Watchers of a ticket", ticketLimits.watchers],
      ["Participants of a ticket", ticketLimits.participants],
      ["Comments on a ticket", ticketLimits.comments],
      ["Files of a ticket", ticketLimits.attachments],
      ["Files that wait for a ticket, of one caller", maxUnclaimed],
      ["Tags in a brand", maxTags],
      ["Categories in a brand", maxCategories],
      ["Statuses in a brand, inactive ones included", maxStatuses],
      ["Fields of tickets, of customers and of companies in a brand, each", maxFields],
      ["Bytes of all these fields of a brand, as JSON", maxFieldBytes],
      ["Webhooks in a brand", maxWebhooks],
      ["Support addresses of a brand", maxAddresses],
      ["Domains of a brand", maxDomains],
      ["Slack apps in a brand", mostApps],
      ["Slack workspaces in a brand", mostWorkspaces],
      ["Telephone numbers in a brand", maxNumbers],
      ["Custom channels in a brand", maxChannels],
      ["API keys in an account", maxKeys],
      ["Members of an organization, invited ones included", mostMembers],
      ["Event streams that one credential holds open", maxStreams]
    ].map(([what, limit]) => [String(what), limit?.toLocaleString("en") ?? ""])
  )

/** What each bucket is for, in the words of people. */
const buckets: { readonly [B in keyof RateLimits["Service"]]: string } = {
  apiKey: "Requests with one API key (RATE_LIMIT_PER_MINUTE)",
  session: "Requests of one member, signed in",
  portal: "Requests of one customer with a portal token",
  portalWrites: "Tickets and comments that one customer writes",
  anonymous: "Requests without credential from one network address",
  failedAuthentication: "Refused credentials from one network address",
  search: "Searches with one credential",
  bulk: "Bulk changes, merges and replays of a range with one credential",
  customChannel: "Messages and receipts that one custom channel posts",
  documents: "The OpenAPI document and the reference, fetched from one network address",
  files: "Files sent and fetched from one network address",
  pictures: "Pictures in mail fetched from elsewhere, for one account in one mode",
  policyReports: "Violations of Content-Security-Policy reported from one network address",
  magicLink: "Magic links asked for from one network address",
  magicLinkAddress: "Magic links to one e-mail address",
  magicLinkPause: "Magic links to one e-mail address by which members sign in, right after each other",
  inviteAddress: "Invitations to one e-mail address",
  addressCode: "Codes and test mails to one e-mail address",
  verify: "Magic links tried from one network address"
}
const periods: { readonly [milliseconds: number]: string } = { 60000: "a minute", 3600000: "an hour" }
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
          proxies: 0,
          version: "0.0.0"
        })
      )
    )
  )
  return table(
    ["What is counted", "Amount"],
    Object.entries(buckets).map(([name, meaning]) => {
      // The keys of `buckets` are those of the limits, as its type says.
      const { limit, period } = limits[name as keyof typeof buckets]
      return [meaning, `${limit.toLocaleString("en")} ${periods[period]}`]
    })
  )
}

/** Every limit of a member of a request body that its schema states. */
/** Names of the bodies that requests have, in the order of the document. */
const bodies = (paths: Node): ReadonlyArray<string> => {
  const operations = Object.values<Node>(paths).flatMap((methods) => Object.values<Node>(methods))
  const used = operations.map((one) => String(one["requestBody"]?.content["application/json"]?.schema.$ref))
  return [...new Set(used.filter((reference) => reference.startsWith("#")))].map((one) => one.split("/").at(-1) ?? "")
}

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

/** The blocks by the name in their marks. */
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

/** A page with its blocks as they should be. */
export const withBlocks = (page: string): string =>
  page.replaceAll(/<!-- (\w+): written by npm run write-docs -->\n[\s\S]*?<!-- end -->/g, (block, name: string) =>
    blocks[name] === undefined
      ? block
      : `<!-- ${name}: written by npm run write-docs -->\n\n${blocks[name]()}\n\n<!-- end -->`
  )
