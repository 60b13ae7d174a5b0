import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { hostedInstallation, type RunningServer, start } from "../support/RunningServer.ts"

/** The page's shell commands, block by block. */
const blocks = [...readFileSync("docs/desk.md", "utf8").matchAll(/```sh\n(.*?)```/gs)].map(([, block = ""]) => block)

/** A shell that keeps its variables and functions from one paste to the next. */
const shell = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "desk-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
).pipe(
  Effect.map((folder) => {
    const state = join(folder, "state")
    writeFileSync(state, "")
    return (text: string) => {
      const script = `set -eo pipefail; . '${state}'; set -a\n${text}\nset +a; { export -p; declare -f; } > '${state}'`
      const { status, stderr, stdout } = spawnSync("bash", ["-c", script], { encoding: "utf8" })
      assert.strictEqual(status, 0, `${text}\n${stdout}\n${stderr}`)
      return stdout
    }
  })
)

/** The token of the newest link that the server has printed after `words`, once it has. */
const shown = (server: RunningServer, words: string) =>
  Effect.promise(async () => {
    for (;;) {
      const printed = server.printed()
      const found = printed.slice(printed.lastIndexOf(words)).match(/ml_[0-9A-Za-z]+/)
      if (printed.includes(words) && found !== null) return found[0]
      await sleep(20)
    }
  })

it.live("The commands of docs/desk.md, pasted as they are, run a desk from the invitation to a merged ticket", () =>
  Effect.gen(function* () {
    const site = yield* hostedInstallation
    const server = yield* start(site)
    const paste = yield* shell
    const links = { OWNER_LINK: "Sign in once", AGENT_LINK: "Mail to nina@desk.example" }
    const answers: Array<string> = []
    for (const block of blocks) {
      let text = block.replace("http://localhost:3000", server.facts.apiUrl).replace("./data", site.dataDir)
      for (const [name, words] of Object.entries(links))
        if (text.includes(`${name}=`)) text = text.replace("ml_…", yield* shown(server, words))
      answers.push(paste(text))
    }
    const said = answers.join("\n")
    const merged = /"mergedTicketIds":\["(tkt_\w+)"\]/.exec(said)
    assert.isNotNull(merged, said)
    const { data } = JSON.parse(paste(`call GET "/events?ticketId=$FIRST&limit=500" $KEY`))
    assert.includeMembers(
      data.map(({ type }: { readonly type: string }) => type),
      ["ticket.created", "comment.created", "attachment.created", "ticket.updated", "ticket.resolved"]
    )
    assert.include(JSON.parse(paste("call GET $TICKET $AGENT")), {
      status: "resolved",
      commentCount: 4,
      attachmentCount: 1
    })
    assert.strictEqual(
      paste("call GET /brands/$BRAND/tickets/$SECOND $AGENT | field mergedIntoId"),
      paste("echo $FIRST")
    )
  }).pipe(Effect.scoped)
)
