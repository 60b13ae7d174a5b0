import type { Comment, Ticket } from "@trunkline/sdk"
import { Suspense } from "react"
import { useCommands } from "../app/commands.ts"
import { lazyPart } from "../app/lazyPart.tsx"
import { pickOne } from "../app/picks.ts"
import { type SignedIn, useIsAdmin, useSession } from "../app/session.ts"
import { isWritable } from "./isWritable.ts"

const EditCommentDialog = lazyPart(() => import("./EditCommentDialog.tsx"))
const DeleteCommentDialog = lazyPart(() => import("./DeleteCommentDialog.tsx"))

/** An action that somebody wants to take on a comment. */
export interface CommentAct {
  readonly act: "edit" | "delete"
  readonly comment: Comment
}

/**
 * Whether the API lets this member edit and delete a comment: their own and, for admins, any, on a ticket that can be written
 * on.
 */
export const useMayChange = (ticket: Ticket) => {
  const { member }: SignedIn = useSession()
  const isAdmin = useIsAdmin()
  return ({ authorId }: Comment) => isWritable(ticket) && (isAdmin || authorId === member.id)
}

/** Asks which action to take on a comment. */
export const askAct = async (comment: Comment): Promise<CommentAct | undefined> => {
  const acts = [
    { id: "edit", label: "Edit…" },
    { id: "delete", label: "Delete…" }
  ] as const
  const title = comment.isInternal ? "This note" : "This message"
  const id = await pickOne({ title, options: acts })
  const act = acts.find((one) => one.id === id)?.id
  return act === undefined ? undefined : { act, comment }
}

interface Props {
  readonly ticket: Ticket
  readonly comments: ReadonlyArray<Comment>
  readonly asked: CommentAct | undefined
  readonly onAsk: (asked: CommentAct | undefined) => void
}

/** The dialogs for editing and deleting a comment, and commands that open them for the member's own last comment. */
export function CommentActs({ ticket, comments, asked, onAsk }: Props) {
  const { member } = useSession()
  const mayChange = useMayChange(ticket)
  const last = comments.findLast((comment) => comment.authorId === member.id && mayChange(comment))
  useCommands(
    last === undefined
      ? []
      : [
          {
            id: "edit last",
            label: "Edit your last message…",
            group: "Ticket",
            run: () => onAsk({ act: "edit", comment: last })
          },
          {
            id: "delete last",
            label: "Delete your last message…",
            group: "Ticket",
            run: () => onAsk({ act: "delete", comment: last })
          }
        ]
  )
  const current = comments.find(({ id }) => id === asked?.comment.id)
  if (asked === undefined) return undefined
  const Asked = asked.act === "edit" ? EditCommentDialog : DeleteCommentDialog
  const close = () => onAsk(undefined)
  return (
    <Suspense>
      <Asked
        ticket={ticket}
        comment={current ?? asked.comment}
        isGone={current === undefined}
        onClose={close}
        onFailed={close}
      />
    </Suspense>
  )
}
