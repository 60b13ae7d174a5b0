import { useQueryClient } from "@tanstack/react-query"
import { ApiError, type Comment } from "@trunkline/sdk"
import { client } from "../app/client.ts"
import { keys } from "../app/queries.ts"
import { staleLists } from "../data/applyEvent.ts"
import { isOutdated } from "../forms/saveOnto.ts"
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx"
import { toast } from "../ui/toasts.ts"
import { fateOf } from "./commentFate.ts"
import type { CommentDialogProps } from "./commentWays.ts"

/** Asks for confirmation before a comment is deleted. Deletes only the version shown, not one edited meanwhile. */
export default function DeleteCommentDialog({ ticket: { brandId, id }, comment, onClose }: CommentDialogProps) {
  const queryClient = useQueryClient()
  const word = comment.isInternal ? "note" : "message"
  const act = async () => {
    await client.comments.delete(brandId, id, comment.id, {}, { ifMatch: `"${comment.version}"` }).catch((error) => {
      // Shows the current version.
      if (isOutdated(error)) void queryClient.invalidateQueries({ queryKey: keys.comments(id) })
      unlessGone(error)
    })
    queryClient.setQueryData<Array<Comment>>(keys.comments(id), (all) => all?.filter((one) => one.id !== comment.id))
    for (const queryKey of [keys.comments(id), keys.ticket(id), keys.files(id), keys.history(id)])
      void queryClient.invalidateQueries({ queryKey })
    staleLists(queryClient)
    toast({ text: `The ${word} was deleted` })
  }
  return (
    <ConfirmDialog title={`Delete this ${word}?`} verb="Delete" act={act} onClose={onClose}>
      <blockquote dir="auto" className="mb-3 line-clamp-6 border-l-4 border-line pl-3 break-words whitespace-pre-wrap">
        {comment.body}
      </blockquote>
      <p>
        {fateOf(comment, "delete")}
        {comment.attachments.length === 0 ? "" : " Its files are deleted too."} This cannot be undone.
      </p>
    </ConfirmDialog>
  )
}

/** Somebody else has deleted it, which is what was wanted. */
const unlessGone = (error: unknown) => {
  if (!(error instanceof ApiError && error.code === "not_found")) throw error
}
