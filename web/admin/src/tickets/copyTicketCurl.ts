import type { AuthSessionAnswer, Ticket } from "@trunkline/sdk"
import { client } from "../app/client.ts"
import { pickOne } from "../app/picks.ts"
import { copyAsCurl } from "../ui/CopyAsCurl.tsx"
import { copyText } from "../ui/CopyButton.tsx"
import { curlOf } from "../ui/curl.ts"
import type { Action } from "./actions.ts"
import { send } from "./perform.ts"

/** Asks for an API call about the tickets, and copies it as a curl command. */
export const copyTicketCurl = async (tickets: ReadonlyArray<Ticket>, member: AuthSessionAnswer["member"]) => {
  const [first] = tickets
  if (first === undefined) return
  const { brandId, id } = first
  const one = tickets.length === 1
  const act = (action: Action) => () => copyAsCurl(() => send(tickets, [action]))
  const choices: Readonly<Record<string, () => Promise<void>>> = {
    ...(one
      ? {
          "Get the ticket": () =>
            copyText(curlOf({ method: "GET", path: `/v1/brands/${brandId}/tickets/${id}` }), "Copied as curl"),
          // biome-ignore lint/correctness/noComponentHookFactories: no component, but a choice by its name
          Reply: () => copyAsCurl(() => client.comments.create(brandId, id, { body: "…" })),
          "Write an internal note": () =>
            copyAsCurl(() => client.comments.create(brandId, id, { body: "…", isInternal: true })),
          // biome-ignore lint/correctness/noComponentHookFactories: as above
          Watch: () =>
            copyAsCurl(() => client.watchers.add(brandId, id, { memberId: member.id, memberEmail: member.email })),
          "Stop watching": () => copyAsCurl(() => client.watchers.remove(brandId, id, member.id))
        }
      : {}),
    "Assign to me": act({ action: "assign", assigneeId: member.id }),
    Resolve: act({ action: "resolve" }),
    Close: act({ action: "close" }),
    "Set the priority to urgent": act({ action: "setPriority", priority: "urgent" }),
    "Add a tag": act({ action: "addTags", tags: ["…"] }),
    "Mark as spam": act({ action: "spam" }),
    "Move to trash": act({ action: "delete" })
  }
  const chosen = await pickOne({
    title: "Copy as curl",
    options: Object.keys(choices).map((label) => ({ id: label, label }))
  })
  if (chosen !== undefined) await choices[chosen]?.()
}
