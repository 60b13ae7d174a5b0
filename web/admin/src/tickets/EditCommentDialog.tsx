import { useQuery, useQueryClient } from "@tanstack/react-query"
import { longText, mostCharacters } from "../../../message/given.ts"
import { isComposing } from "../../../message/isComposing.ts"
import { client } from "../app/client.ts"
import { FormDialog } from "../forms/FormDialog.tsx"
import { Loaded } from "../forms/Loaded.tsx"
import { reportFailure } from "../forms/reportFailure.ts"
import { saveChanges } from "../forms/saveOnto.ts"
import { useDraft } from "../forms/useDraft.ts"
import { Dialog } from "../ui/Dialog.tsx"
import { Field, TextArea } from "../ui/Field.tsx"
import { fieldError } from "../ui/fieldError.ts"
import { toast } from "../ui/toasts.ts"
import { fateOf } from "./commentFate.ts"
import { type CommentDialogProps, commentWays, wholeKey } from "./commentWays.ts"
import { Prose } from "./Prose.tsx"

/** Edits a comment. The list has only the beginning of a long one, which is then read in full first. */
export default function EditCommentDialog(props: CommentDialogProps) {
  const { brandId, id } = props.ticket
  const { comment, onClose } = props
  const isWhole = comment.bodyTruncated !== true
  const whole = useQuery({
    queryKey: wholeKey(comment),
    queryFn: ({ signal }) => client.comments.get(brandId, id, comment.id, { signal }),
    enabled: !isWhole,
    gcTime: 0
  })
  if (isWhole) return <Editing {...props} />
  if (whole.data !== undefined) return <Editing {...props} comment={whole.data} />
  return (
    <Dialog title="Edit" onClose={onClose}>
      <Loaded query={whole}>{() => undefined}</Loaded>
    </Dialog>
  )
}

const tooLong = `The text is longer than ${mostCharacters.toLocaleString("en")} characters. Attach it to another message as a file.`

function Editing({ ticket, comment, isGone, onClose }: CommentDialogProps) {
  const queryClient = useQueryClient()
  const ways = commentWays(queryClient, ticket)
  const draft = useDraft({ body: comment.body })
  const { body } = draft.value
  const theirs = draft.overtaken.body
  const submit = async () => {
    const before = comment.body
    const saved = await saveChanges(ways, comment, { body })
    if (saved.version === comment.version) return
    const undo = () => saveChanges(ways, saved, { body: before }).then(() => toast({ text: "Undone" }), reportFailure)
    toast({ text: "Saved", action: { label: "Undo", run: () => void undo() } })
  }
  return (
    <FormDialog
      title={comment.isInternal ? "Edit note" : "Edit message"}
      verb={theirs === undefined ? "Save" : "Save anyway"}
      submit={submit}
      onClose={onClose}
    >
      {(error) => (
        <>
          <Field label="Text" error={fieldError(error, "body")}>
            <TextArea
              rows={10}
              value={body}
              onChange={(event) => draft.set({ body: event.target.value })}
              onPaste={(event) => {
                if (longText(event.clipboardData, event.currentTarget) === undefined) return
                event.preventDefault()
                toast({ text: tooLong })
              }}
              onKeyDown={(event) => {
                if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey) || isComposing(event.nativeEvent)) return
                event.preventDefault()
                event.currentTarget.form?.requestSubmit()
              }}
            />
          </Field>
          <div role="status" className="flex flex-col gap-2">
            {isGone ? (
              <p className="rounded-md bg-warn-tint px-3 py-2 text-sm text-warn">
                Someone else has deleted it in the meantime. You can still copy what you typed.
              </p>
            ) : theirs === undefined ? undefined : (
              <div className="rounded-md bg-warn-tint px-3 py-2 text-sm">
                <p className="text-warn">Someone else has changed it in the meantime. It is now:</p>
                <Prose text={theirs} />
              </div>
            )}
          </div>
          <p className="text-sm text-soft">
            {fateOf(comment, "edit")} It will be marked as edited. The old text is not kept.
          </p>
        </>
      )}
    </FormDialog>
  )
}
