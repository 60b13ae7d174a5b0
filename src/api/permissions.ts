import type { Role } from "../domain/Member.ts"
import type { Principal } from "../domain/Principal.ts"

/** Who may do something: one row of the table below. */
export interface Permission {
  /** What it is about, for people. */
  readonly action: string
  readonly kinds: ReadonlyArray<Principal["kind"]>
  /** Of keys, only those that reach all brands: what concerns the whole account. */
  readonly allBrands: boolean
  /** The least that the member of a session must be. */
  readonly role: Role
  /** Only in test mode: by one of its keys, or a session that chose it. */
  readonly testMode: boolean
}

interface Cells {
  /** `own`: any key, within its brands; `all`: only a key that reaches all brands; left out: no key. */
  readonly key?: "own" | "all"
  /** The least role of a member, who acts within their brands; left out: no session. */
  readonly member?: Role
  readonly portal?: true
  readonly testMode?: true
}

const row = (action: string, { key, member, portal, testMode }: Cells): Permission => ({
  action,
  kinds: [
    ...(key === undefined ? [] : (["api_key"] as const)),
    ...(member === undefined ? [] : (["session"] as const)),
    ...(portal === undefined ? [] : (["portal_token"] as const))
  ],
  allBrands: key === "all",
  role: member ?? "agent",
  testMode: testMode ?? false
})

/**
 * Who may do what: the one table of permissions. Every endpoint names its row (`CallersAllowed`), rules that depend on
 * a record name theirs, and test/http/permissions.test.ts walks the table cell by cell. A caller sees nothing of brands
 * outside its scope, whatever the row: there, everything is unknown.
 */
export const permissions = {
  read: row("Read the account, brands, their configuration except for webhooks, and events", {
    key: "own",
    member: "agent"
  }),
  work: row("Tickets, comments, files, customers, companies, tags and watchers: read, create, change, merge, delete", {
    key: "own",
    member: "agent"
  }),
  bePresent: row("Say that one looks at a ticket or answers it", { member: "agent" }),
  moderate: row("Edit or delete a comment of another author", { key: "own", member: "admin" }),
  purge: row("Delete tickets for good, erase customers", { key: "all", member: "admin" }),
  createBrands: row("Create brands", { key: "all", member: "admin" }),
  configure: row("Change a brand's settings, categories, statuses, fields and channels; everything about webhooks", {
    key: "own",
    member: "admin"
  }),
  connectWorkspaces: row("Connect a Slack workspace, in the browser", { member: "admin" }),
  deleteBrands: row("Delete and restore a brand, list deleted ones", { key: "all", member: "owner" }),
  administer: row("API keys and what was asked with them, the account's name and its log", {
    key: "all",
    member: "admin"
  }),
  issuePortalTokens: row("Issue, list and revoke portal tokens", { key: "own", member: "admin" }),
  readLogs: row("Read the brand's log and what came in", { key: "own", member: "agent" }),
  reprocess: row("Process again what came in", { key: "own", member: "admin" }),
  readMembers: row("Read the members of the team", { key: "own", member: "agent" }),
  manageMembers: row("Invite, change and remove members; only owners do that to owners and admins", {
    member: "admin"
  }),
  own: row("Rename and delete the organization, hand its ownership on, sign everybody out", { member: "owner" }),
  ownSession: row("One's own session, organizations and profile", { member: "agent" }),
  watch: row("See how the long-lived parts of the server are", { member: "admin" }),
  oversee: row("See how the installation is, for the account that its first start made: nodes, queues, database", {
    member: "admin"
  }),
  operate: row("Read the server's metrics: operators alone", {}),
  testMode: row("Simulate what comes in, see what would go out", { key: "own", member: "agent", testMode: true }),
  portal: row("One's own tickets: read, create, comment, upload", { portal: true }),
  speakForChannel: row("Post the messages and receipts of a custom channel, as who has its secret may", { key: "own" }),
  anyone: row(
    "Sign in, bring a deleted organization back by its link, open signed addresses of files, ask whether the server is alive: without a credential",
    {}
  ),
  /** What an endpoint has that names no row. */
  nobody: row("Nothing", {})
} satisfies Record<string, Permission>
