import { useRef } from "preact/hooks"
import type { PortalTicketDetail } from "../../../../sdk/src/portal.ts"
import { useWidget, useWords } from "../context.ts"
import type { Requests } from "../Requests.ts"
import { useUploads } from "../useUploads.ts"
import { AddFiles } from "./AddFiles.tsx"
import { FileDrop } from "./FileDrop.tsx"
import { Icon } from "./Icon.tsx"
import { Uploading } from "./Uploading.tsx"

/** Where a reply is written. What was written stays when somebody looks elsewhere. */
export const Composer = ({
  requests,
  ticket
}: {
  readonly requests: Requests
  readonly ticket: PortalTicketDetail
}) => {
  const words = useWords()
  const uploads = useUploads(useWidget().session)
  const input = useRef<HTMLTextAreaElement>(null)
  const { drafts } = requests

  const submit = (event: Event) => {
    event.preventDefault()
    const body = input.current?.value.trim() ?? ""
    if (input.current === null || body === "" || uploads.isBusy) return
    requests.reply(ticket.id, body, uploads.attachments)
    drafts.delete(ticket.id)
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
            required
            dir="auto"
            aria-label={words.reply}
            placeholder={words.writeReply}
            defaultValue={drafts.get(ticket.id) ?? ""}
            onInput={({ currentTarget }) => drafts.set(ticket.id, currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) submit(event)
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
