import { useRef } from "preact/hooks"
import type { PortalTicketDetail } from "../../../../sdk/src/portal.ts"
import { isComposing } from "../../../message/isComposing.ts"
import { useWords } from "../context.ts"
import type { Requests } from "../Requests.ts"
import { useValue } from "../useValue.ts"
import { AddFiles } from "./AddFiles.tsx"
import { FileDrop } from "./FileDrop.tsx"
import { Icon } from "./Icon.tsx"
import { Uploading } from "./Uploading.tsx"

/** The composer for a reply. Its draft and files stay when somebody looks elsewhere. */
export const Composer = ({
  requests,
  ticket
}: {
  readonly requests: Requests
  readonly ticket: PortalTicketDetail
}) => {
  const words = useWords()
  const { unsent } = requests
  const uploads = requests.uploads(ticket.id)
  const hasFiles = useValue(uploads.items).length > 0
  const input = useRef<HTMLTextAreaElement>(null)

  const submit = (event: Event) => {
    event.preventDefault()
    const body = input.current?.value.trim() ?? ""
    if (input.current === null || uploads.isBusy || (body === "" && uploads.attachments.length === 0)) return
    requests.reply(ticket.id, body, uploads.attachments)
    unsent.write(ticket.id)
    input.current.value = ""
    uploads.clear()
    input.current.focus()
  }

  return (
    <div class="foot composer">
      <FileDrop uploads={uploads}>
        <form onSubmit={submit}>
          {(ticket.status === "closed" || ticket.status === "resolved") && <p class="soft">{words.closedHint}</p>}
          <Uploading uploads={uploads} />
          <textarea
            ref={input}
            rows={2}
            required={!hasFiles}
            dir="auto"
            aria-label={words.reply}
            placeholder={words.writeReply}
            defaultValue={unsent.draft(ticket.id)?.body ?? ""}
            onInput={({ currentTarget }) => unsent.write(ticket.id, { body: currentTarget.value })}
            onKeyDown={(event) => {
              if (event.key === "Enter" && (event.metaKey || event.ctrlKey) && !isComposing(event)) submit(event)
            }}
          />
          <div class="actions">
            <AddFiles uploads={uploads} />
            <button type="submit" class="primary" disabled={uploads.isBusy}>
              {words.send} <Icon name="send" />
            </button>
          </div>
        </form>
      </FileDrop>
    </div>
  )
}
