import type { Role } from "../domain/Member.ts"
import type { Principal } from "../domain/Principal.ts"

/** Who may do something: a row of the table below. */
export interface Permission {
  /** A description for people. */
  readonly action: string
  readonly kinds: ReadonlyArray<Principal["kind"]>
  /** Limits keys to those that reach all brands, for what concerns the whole account. */
  readonly allBrands: boolean
  /** The lowest role for members with a session. */
  readonly role: Role
  /** Only in test mode: with a test key, or a session that selected it. */
  readonly testMode: boolean
}

interface Cells {
  /** `own`: any key, within its brands; `all`: only a key that reaches all brands; left out: no key. */
  readonly key?: "own" | "all"
  /** The lowest role of a member, who acts within their brands; left out: no session. */
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
 * Who may do what: the one table of permissions. Every endpoint names its row (`CallersAllowed`), rules that depend on a
 * record name theirs, and test/http/permissions.test.ts checks the table cell by cell. Whatever the row, brands outside a
 * caller's scope are unknown to it.
 */
export const permissions = {
  read: row("Read the account, brands, their configuration (except webhooks), and events", {
    key: "own",
    member: "agent"
  }),
  work: row(
    "Read, create, change, merge and delete tickets, comments, files, customers, companies, tags and watchers",
    {
      key: "own",
      member: "agent"
    }
  ),
  bePresent: row("Report that you are viewing a ticket or replying to it", { member: "agent" }),
  moderate: row("Edit or delete comments by other authors", { key: "own", member: "admin" }),
  purge: row("Delete tickets permanently, erase customers", { key: "all", member: "admin" }),
  createBrands: row("Create brands", { key: "all", member: "admin" }),
  configure: row("Change a brand's settings, categories, statuses, fields and channels; manage webhooks", {
    key: "own",
    member: "admin"
  }),
  connectWorkspaces: row("Connect a Slack workspace in the browser", { member: "admin" }),
  deleteBrands: row("Delete and restore brands, list deleted ones", { key: "all", member: "owner" }),
  administer: row("Manage API keys and read their request log; change the account's name and read its log", {
    key: "all",
    member: "admin"
  }),
  issuePortalTokens: row("Issue, list and revoke portal tokens", { key: "own", member: "admin" }),
  readLogs: row("Read the brand's log and inbound messages", { key: "own", member: "agent" }),
  reprocess: row("Reprocess inbound messages", { key: "own", member: "admin" }),
  readMembers: row("Read the team's members", { key: "own", member: "agent" }),
  manageMembers: row("Invite, change and remove members (only owners can do this to owners and admins)", {
    member: "admin"
  }),
  own: row("Rename and delete the organization, transfer its ownership, sign everyone out", { member: "owner" }),
  ownSession: row("Use your own session, organizations and profile", { member: "agent" }),
  watch: row("See the state of the server's long-lived parts", { member: "admin" }),
  oversee: row(
    "See the state of the installation (nodes, queues, database), for the account created at the first start",
    {
      member: "admin"
    }
  ),
  operate: row("Read the server's metrics (operators only)", {}),
  testMode: row("Simulate incoming messages and read the test outbox", { key: "own", member: "agent", testMode: true }),
  portal: row("Read, create, comment on and upload to your own tickets", { portal: true }),
  speakForChannel: row("Post messages and receipts of a custom channel, which its secret also allows", { key: "own" }),
  anyone: row(
    "Without a credential: sign in, restore a deleted organization by its link, open signed URLs of files, check whether the server is alive",
    {}
  ),
  /** For endpoints that name no row. */
  nobody: row("Nothing", {})
} satisfies Record<string, Permission>
