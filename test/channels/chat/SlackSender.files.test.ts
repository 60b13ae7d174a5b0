import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { type Connected, Slack, slackSite } from "../../support/SlackSite.ts"
import { agentSends, opened, thanked, until } from "../../support/slackConversation.ts"

/** What our bot has posted in the customer's channel and not removed: text, files, thread. */
const saidIn = ({ help, team }: Pick<Connected, "help" | "team">) =>
  [...help.messages.values()].filter(({ botId, isDeleted }) => botId === team.botId && !isDeleted)

const shownIn = (one: Parameters<typeof saidIn>[0]) =>
  saidIn(one).map(({ files, text, threadTs }) => ({ text, files: files.map(({ name }) => name), threadTs }))

layer(slackSite, { excludeTestServices: true })("A reply with files only", (it) => {
  it.effect("is posted in the customer's thread, without text", () =>
    Effect.gen(function* () {
      const one = yield* opened("files alone")
      yield* agentSends(one, { "plan.txt": "left", "map.txt": "right" })
      yield* until(one, "sent")
      assert.deepStrictEqual(shownIn(one), [{ text: "", files: ["plan.txt", "map.txt"], threadTs: one.root.ts }])
    })
  )

  for (const what of ["removed", "locked"] as const)
    it.effect(`starts a thread of its own, titled with the file names, if the thread was ${what}`, () =>
      Effect.gen(function* () {
        const { calls } = yield* Slack
        const one = yield* opened(`files, ${what}`)
        if (what === "removed") one.root.isDeleted = true
        else one.root.isLocked = true
        yield* agentSends(one, { "plan.txt": "left", "<map>.txt": "right" })
        yield* until(one, "sent")
        const [top] = saidIn(one)
        assert.deepStrictEqual(shownIn(one), [
          { text: "plan.txt\n&lt;map&gt;.txt", files: [], threadTs: undefined },
          { text: "", files: ["plan.txt", "<map>.txt"], threadTs: top?.ts }
        ])
        assert.strictEqual(top?.username, "Ada Byron")
        // Slack's errors of that method do not reveal a missing thread, so it is not called.
        assert.lengthOf(
          calls.filter(
            ({ args, method }) => method === "files.completeUploadExternal" && args["thread_ts"] === one.root.ts
          ),
          0
        )
        yield* thanked(one, top)
      })
    )

  it.effect("starts one if Slack only reports when the files are shared that the thread is closed", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const one = yield* opened("files, refused")
      slack.fault({ method: "files.completeUploadExternal", what: { error: "thread_not_found" } })
      yield* agentSends(one, { "plan.txt": "left" })
      yield* until(one, "sent")
      const [top] = saidIn(one)
      assert.deepStrictEqual(shownIn(one), [
        { text: "plan.txt", files: [], threadTs: undefined },
        { text: "", files: ["plan.txt"], threadTs: top?.ts }
      ])
      yield* thanked(one, top)
    })
  )

  it.effect("is in its thread once if Slack rate-limits the search for it, or its response was lost", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const one = yield* opened("files, limited")
      slack.fault({ method: "conversations.replies", what: { retryAfter: 3600 } })
      slack.fault({ method: "files.completeUploadExternal", what: "applied, then reset" })
      yield* agentSends(one, { "plan.txt": "left" })
      yield* until(one, "sent")
      assert.deepStrictEqual(shownIn(one), [{ text: "", files: ["plan.txt"], threadTs: one.root.ts }])
    })
  )

  it.effect("lists empty files by name, which Slack does not accept", () =>
    Effect.gen(function* () {
      const one = yield* opened("empty files")
      yield* agentSends(one, { "log.txt": "" })
      yield* until(one, "sent")
      yield* agentSends(one, { "log.txt": "", "plan.txt": "left" }, "Here they are")
      yield* until(one, "sent")
      assert.deepStrictEqual(shownIn(one), [
        { text: "log.txt (empty file)", files: [], threadTs: one.root.ts },
        { text: "Here they are\n\nlog.txt (empty file)", files: [], threadTs: one.root.ts },
        { text: "", files: ["plan.txt"], threadTs: one.root.ts }
      ])
    })
  )
})
