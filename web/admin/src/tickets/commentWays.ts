import type { QueryClient } from "@tanstack/react-query"
import type { Comment, CommentUpdate } from "@trunkline/sdk"
import { client } from "../app/client.ts"
import { keys } from "../app/queries.ts"
import type { RecordWays } from "../forms/saveOnto.ts"
import type { TicketIds } from "./place.ts"

/** The properties of a dialog about one comment. */
export interface CommentDialogProps {
  readonly ticket: TicketIds
  /** The current comment or, once it is gone, its last version. */
  readonly comment: Comment
  /** Somebody has deleted it meanwhile. */
  readonly isGone: boolean
  readonly onClose: () => void
}

/** Query key of the full text of a comment that the list has only the beginning of. */
export const wholeKey = ({ id }: Comment) => ["comment", id]

/** How comments are read and saved. A saved comment appears in the conversation at once. */
export const commentWays = (
  queryClient: QueryClient,
  { brandId, id }: TicketIds
): RecordWays<Comment, CommentUpdate> => ({
  read: (comment) => client.comments.get(brandId, id, comment.id),
  update: (comment, changes, options) => client.comments.update(brandId, id, comment.id, changes, options),
  put: (comment) => {
    const replace = (all: ReadonlyArray<Comment> | undefined) =>
      all?.map((one) => (one.id === comment.id ? comment : one))
    queryClient.setQueryData(keys.comments(id), replace)
    queryClient.setQueryData<Comment>(wholeKey(comment), (whole) => whole && comment)
    void queryClient.invalidateQueries({ queryKey: keys.history(id) })
  }
})
