import type { Comment, MessageDelivery } from "@trunkline/sdk"

type Said = Pick<Comment, "authorType" | "deliveries" | "isInternal">

/** Channels on which a sent message can still be edited and deleted. */
const following: ReadonlySet<MessageDelivery["channel"]> = new Set(["chat", "custom"])
/** Delivery states in which the recipient has the message, or may have it. */
const arrived: ReadonlySet<MessageDelivery["status"]> = new Set(["sent", "delayed", "delivered"])

/** Says what editing or deleting a comment does in the places where it can already be read. */
export const fateOf = ({ authorType, deliveries = [], isInternal }: Said, act: "edit" | "delete"): string => {
  const isEdit = act === "edit"
  if (isInternal)
    return isEdit
      ? "Only the team sees it. Emails already sent to watchers stay as they were."
      : "Only the team could see it. Emails already sent to watchers stay with them."
  if (authorType !== "AGENT")
    return isEdit
      ? "The customer also sees the change in the portal. The original is kept as received."
      : "It is also removed from the portal. The original is kept as received."
  const waiting = deliveries.filter(({ status }) => status === "queued")
  const out = deliveries.filter(({ status }) => arrived.has(status))
  const [followed, fixed] = [true, false].map((follows) =>
    out.filter(({ channel }) => following.has(channel) === follows)
  )
  return [
    ...about(waiting, (to) =>
      isEdit
        ? `Unless it is already on its way to ${to}, it is sent with the new text.`
        : `Unless it is already on its way to ${to}, it is no longer sent.`
    ),
    ...about(fixed, (to) => `What was sent to ${to} stays as it was and cannot be recalled.`),
    ...about(followed, (to) => (isEdit ? `What ${to} received changes too.` : `It is deleted from ${to}.`)),
    isEdit ? "The portal shows the new text." : "It is removed from the portal."
  ].join(" ")
}

const about = (deliveries: ReadonlyArray<MessageDelivery> = [], say: (to: string) => string): ReadonlyArray<string> =>
  deliveries.length === 0 ? [] : [say(deliveries.map(({ to }) => to).join(", "))]
