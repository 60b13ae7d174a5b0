import type { Comment, Ticket } from "@trunkline/sdk"
import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useRef, useState } from "react"
import { Button } from "../ui/Button.tsx"
import { Icon } from "../ui/Icon.tsx"
import { draftOf, emptyDraft, keepDraft } from "./drafts.ts"
import { ModeChoice } from "./ModeChoice.tsx"
import { UploadList } from "./UploadList.tsx"
import type { Pending } from "./usePending.ts"
import { useUploads } from "./useUploads.ts"

/** What others may ask of the place to write. */
export interface ComposerHandle {
  /** Goes there to write a reply or a note. */
  readonly write: (visibility: Comment["visibility"]) => void
  /** Takes back what could not be sent. */
  readonly restore: (message: Pending) => void
}

interface Props {
  readonly ref: Ref<ComposerHandle>
  readonly ticket: Ticket
  readonly comments: ReadonlyArray<Comment>
  readonly onSend: (message: Pending) => void
  readonly onLeave: () => void
}

/**
 * The place to answer. A reply and an internal note do not look alike, and one never becomes the other by itself. What is
 * written stays in this browser until it is sent.
 */
export function Composer({ ref, ticket, comments, onSend, onLeave }: Props) {
  const [draft, setDraft] = useState(() => draftOf(ticket.id))
  const { uploads, add, clear, remove, retry } = useUploads(ticket.brandId)
  const area = useRef<HTMLTextAreaElement>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const isInternal = draft.visibility === "internal"
  const isUploading = uploads.some(({ attachment }) => attachment === undefined)
  const canSend = draft.body.trim() !== "" && !isUploading
  const interrupted = useInterruption(comments, draft.body !== "")

  useEffect(() => keepDraft(ticket.id, draft), [ticket.id, draft])
  useImperativeHandle(ref, () => ({
    write: (visibility) => {
      setDraft((current) => (current.body.trim() === "" ? { ...current, visibility } : current))
      area.current?.focus()
    },
    restore: ({ body, cc, visibility }) => {
      setDraft({ body, visibility, cc: cc.join(", ") })
      area.current?.focus()
    }
  }))

  const send = (setStatus?: string) => {
    if (!canSend) return
    const attached = uploads.flatMap(({ attachment }) => attachment ?? [])
    onSend({
      key: crypto.randomUUID(),
      body: draft.body,
      visibility: draft.visibility,
      cc: isInternal ? [] : draft.cc.split(/[,;\s]+/).filter((address) => address !== ""),
      attachmentIds: attached.map(({ id }) => id),
      filenames: attached.map(({ filename }) => filename),
      setStatus
    })
    setDraft({ ...emptyDraft, visibility: draft.visibility })
    clear()
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const isMod = event.metaKey || event.ctrlKey
    if (isMod && event.key === "Enter") send(event.shiftKey ? "resolved" : undefined)
    else if (isMod && event.shiftKey && event.key.toLowerCase() === "n")
      setDraft({ ...draft, visibility: isInternal ? "public" : "internal" })
    else if (event.key === "Escape") {
      area.current?.blur()
      onLeave()
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <section
      aria-label={isInternal ? "Internal note" : "Reply"}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        add(event.dataTransfer.files)
      }}
      className={`border-t-2 p-3 ${isInternal ? "border-warn bg-warn-tint" : "border-line bg-card"}`}
    >
      <div className="mx-auto flex max-w-3xl flex-col gap-2">
        {interrupted === undefined ? undefined : (
          <p role="status" className="rounded-md bg-chosen px-2 py-1 text-sm">
            {interrupted} wrote while you were typing. Read it before you send.
          </p>
        )}
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <ModeChoice visibility={draft.visibility} onChange={(visibility) => setDraft({ ...draft, visibility })} />
          {isInternal ? (
            <span className="text-sm font-medium text-warn">Only your team sees this</span>
          ) : (
            <>
              <span className="text-sm break-all text-soft">To {ticket.customerEmail}</span>
              <input
                aria-label="Copy to"
                placeholder="Copy to"
                value={draft.cc}
                onChange={(event) => setDraft({ ...draft, cc: event.target.value })}
                className="min-h-7 min-w-24 flex-1 rounded border border-transparent bg-transparent px-1.5 text-sm hover:border-line focus:border-edge"
              />
            </>
          )}
        </div>
        <textarea
          ref={area}
          aria-label={isInternal ? "Note for the team" : `Reply to ${ticket.customerEmail}`}
          rows={Math.min(14, Math.max(3, draft.body.split("\n").length + 1))}
          value={draft.body}
          onChange={(event) => setDraft({ ...draft, body: event.target.value })}
          onKeyDown={onKeyDown}
          onPaste={(event) => {
            if (event.clipboardData.files.length === 0) return
            event.preventDefault()
            add(event.clipboardData.files)
          }}
          placeholder={isInternal ? "A note for the team" : "Write a reply"}
          className="w-full resize-y rounded-md border border-edge bg-card px-2.5 py-2 text-base"
        />
        <UploadList uploads={uploads} onRetry={retry} onRemove={remove} />
        <div className="flex flex-wrap items-center gap-2">
          <input
            ref={chooser}
            type="file"
            multiple
            hidden
            onChange={(event) => {
              add(event.target.files ?? [])
              event.target.value = ""
            }}
          />
          <Button kind="quiet" onClick={() => chooser.current?.click()}>
            <Icon name="attach" />
            Attach files
          </Button>
          <span className="flex-1" />
          <Button disabled={!canSend} onClick={() => send("resolved")} keys="Mod+Shift+Enter">
            {isInternal ? "Add and resolve" : "Send and resolve"}
          </Button>
          <Button kind="primary" disabled={!canSend} onClick={() => send()} keys="Mod+Enter">
            {isInternal ? "Add note" : "Send"}
          </Button>
        </div>
      </div>
    </section>
  )
}

/** Who of the customers has written since the typing began. */
const useInterruption = (comments: ReadonlyArray<Comment>, isTyping: boolean): string | undefined => {
  const seen = useRef<ReadonlySet<string>>(new Set())
  const ids = new Set(comments.map(({ id }) => id))
  if (!isTyping) seen.current = ids
  const isLoaded = seen.current.size > 0 || !isTyping
  const latest = comments.findLast(({ id, authorType }) => authorType === "CUSTOMER" && !seen.current.has(id))
  return isTyping && isLoaded && latest !== undefined ? (latest.authorName ?? "The customer") : undefined
}
