import type { QueryClient } from "@tanstack/react-query"
import type { Comment, CommentUpdate } from "@trunkline/sdk"
import { client } from "../app/client.ts"
import { keys } from "../app/queries.ts"
import type { RecordWays } from "../forms/saveOnto.ts"
import type { TicketIds } from "./place.ts"

/** What is asked about one comment. */
export interface CommentDialogProps {
  readonly ticket: TicketIds
  /** As it is now; as it was last, where it is gone. */
  readonly comment: Comment
  /** Somebody has deleted it meanwhile. */
  readonly isGone: boolean
  readonly onClose: () => void
}

/** Under what a comment is kept of which the list has the beginning alone. */
export const wholeKey = ({ id }: Comment) => ["comment", id]

/** How comments are read and saved; what is saved stands in the conversation at once. */
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
