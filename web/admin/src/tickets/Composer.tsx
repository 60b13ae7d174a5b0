import type { Comment, Ticket } from "@trunkline/sdk"
import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useRef, useState } from "react"
import { flushSync } from "react-dom"
import { isComposing } from "../../../message/isComposing.ts"
import { useSession } from "../app/session.ts"
import { Button } from "../ui/Button.tsx"
import { toast, undoLast } from "../ui/toasts.ts"
import { AttachButton } from "./AttachButton.tsx"
import { addressesIn, withoutCopy } from "./copies.ts"
import { draftOf, emptyDraft, followDraft, joined, keepDraft, takeReturned } from "./drafts.ts"
import { FromLine, offers, recipientOf } from "./FromLine.tsx"
import { Interruption } from "./Interruption.tsx"
import { ModeChoice } from "./ModeChoice.tsx"
import type { Pending } from "./pendingMessages.ts"
import type { Place } from "./place.ts"
import { withQuote } from "./quote.ts"
import { TextCost } from "./TextCost.tsx"
import { takeGiven } from "./takeGiven.ts"
import { UploadList } from "./UploadList.tsx"
import { useReplyWay } from "./useReplyWay.ts"
import { useSeen } from "./useSeen.ts"
import { useUploads } from "./useUploads.ts"

/** What other components can ask of the composer. */
export interface ComposerHandle {
  /** Focuses it for a reply or a note. */
  readonly write: (visibility: Comment["visibility"]) => void
  /** Inserts a quotation, and puts the caret after it. Internal text is quoted only in notes. */
  readonly quote: (text: string, isInternal: boolean) => void
}

interface Props {
  readonly ref: Ref<ComposerHandle>
  readonly ticket: Ticket
  /** `undefined` until read. */
  readonly comments: ReadonlyArray<Comment> | undefined
  readonly onSend: (message: Pending) => void
  /** Sends a message that was held back. Returns whether there was one. */
  readonly onSendAnyway: () => boolean
  /** Quotes the customer's last message. */
  readonly onQuote: () => void
  /** Told when somebody starts or stops writing to the customer. */
  readonly onReplying: (isReplying: boolean) => void
  readonly onLeave: () => void
}

/**
 * The composer. Replies and internal notes look different, and neither turns into the other by itself. The text stays in this
 * browser until it is sent.
 */
export function Composer({ ref, ticket, comments, onSend, onSendAnyway, onQuote, onReplying, onLeave }: Props) {
  const { member } = useSession()
  // Ticket and member stay the same while this is mounted.
  const [place] = useState<Place>({ id: ticket.id, memberId: member.id })
  const [draft, setDraft] = useState(() => draftOf(place))
  const { uploads, add, clear, remove, retry } = useUploads(place, ticket.brandId)
  const hasFiles = uploads.length > 0
  /** The draft as stored. It is not stored again, which would overwrite what another window has typed since. */
  const kept = useRef({ draft, hasFiles })
  const [isFocused, setIsFocused] = useState(false)
  const area = useRef<HTMLTextAreaElement>(null)
  const isInternal = draft.visibility === "internal"
  const isUploading = uploads.some(({ attachment }) => attachment === undefined)
  const canSend = (draft.body.trim() !== "" || hasFiles) && !isUploading
  const interruption = useSeen(ticket, comments, draft.body !== "")
  const others = withoutCopy(ticket, addressesIn(draft.cc))
  const way = useReplyWay(ticket)
  const recipient = recipientOf(ticket, way)
  const isReplying = isFocused && !isInternal && draft.body.trim() !== ""

  useEffect(() => {
    if (draft !== kept.current.draft || hasFiles !== kept.current.hasFiles) keepDraft(place, draft, hasFiles)
    kept.current = { draft, hasFiles }
    return followDraft(place, (theirs) => {
      // An empty draft is not stored, so its visibility is unknown: a reply must not become a note, or a note a reply.
      kept.current = { draft: theirs === emptyDraft ? { ...theirs, visibility: draft.visibility } : theirs, hasFiles }
      setDraft(kept.current.draft)
    })
  }, [place, draft, hasFiles])
  useEffect(() => onReplying(isReplying), [onReplying, isReplying])
  useEffect(
    () =>
      takeReturned(place, (returned) => {
        setDraft((current) => joined(current, returned))
        area.current?.focus()
      }),
    [place]
  )
  useImperativeHandle(ref, () => ({
    write: (visibility) => {
      setDraft((current) => (current.body.trim() === "" ? { ...current, visibility } : current))
      area.current?.focus()
    },
    quote: (text, isInternal) => {
      if (text.trim() === "") return
      if (isInternal && draft.visibility === "public" && draft.body.trim() !== "")
        return void toast({ text: "Internal notes can be quoted only in notes." })
      const written = withQuote(draft.body, area.current?.selectionEnd ?? draft.body.length, text)
      flushSync(() =>
        setDraft({ ...draft, body: written.body, visibility: isInternal ? "internal" : draft.visibility })
      )
      area.current?.focus()
      area.current?.setSelectionRange(written.at, written.at)
    }
  }))

  const send = (setStatus?: string) => {
    if (!canSend) return
    onSend({
      key: draft.key ?? crypto.randomUUID(),
      body: draft.body,
      visibility: draft.visibility,
      cc: isInternal ? [] : addressesIn(draft.cc),
      from: isInternal || (way !== undefined && !offers(way, draft.from)) ? undefined : draft.from,
      files: uploads.flatMap(({ attachment }) => attachment ?? []),
      setStatus,
      seen: interruption.seen()
    })
    setDraft({ ...emptyDraft, visibility: draft.visibility })
    clear()
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    const isMod = event.metaKey || event.ctrlKey
    const isEmpty = draft.body === ""
    if (isMod && event.key === "Enter" && isEmpty && onSendAnyway()) event.preventDefault()
    else if (isMod && event.key === "Enter") send(event.shiftKey ? "resolved" : undefined)
    // An empty text has nothing of its own to undo.
    else if (isMod && event.key === "z" && isEmpty && undoLast()) event.preventDefault()
    else if (isMod && event.key === "/") setDraft({ ...draft, visibility: isInternal ? "public" : "internal" })
    // The key for a period, whatever it types together with Shift.
    else if (isMod && event.shiftKey && (event.key === ">" || event.code === "Period")) onQuote()
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
      {...takeGiven(add)}
      className={`border-t-2 p-3 print:hidden ${isInternal ? "border-warn bg-warn-tint" : "border-line bg-card"}`}
    >
      <div className="mx-auto flex max-w-3xl flex-col gap-2">
        <Interruption by={interruption.by} onRead={interruption.renew} />
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <ModeChoice visibility={draft.visibility} onChange={(visibility) => setDraft({ ...draft, visibility })} />
          {isInternal ? (
            <span className="text-sm font-medium text-warn">Only your team sees this</span>
          ) : (
            <>
              <span className="text-sm break-all text-soft">To {recipient}</span>
              <input
                aria-label="Cc"
                placeholder="Cc"
                value={draft.cc}
                onChange={(event) => setDraft({ ...draft, cc: event.target.value })}
                className="min-h-7 min-w-24 flex-1 rounded border border-line bg-transparent px-1.5 text-sm hover:border-edge focus:border-edge"
              />
              {others.length === 0 ? undefined : (
                <Button
                  kind="quiet"
                  onClick={() => setDraft({ ...draft, cc: [...addressesIn(draft.cc), ...others].join(", ") })}
                >
                  {others.length === 1 ? `Add ${others[0]}` : `Add ${others.length} participants`}
                </Button>
              )}
            </>
          )}
        </div>
        {isInternal ? undefined : (
          // Takes its space before it is loaded, so that nothing that somebody reads moves.
          <div className="min-h-7">
            {way === undefined ? undefined : (
              <FromLine way={way} from={draft.from} onChange={(from) => setDraft({ ...draft, from })} />
            )}
          </div>
        )}
        <textarea
          ref={area}
          dir="auto"
          aria-label={isInternal ? "Note for the team" : `Reply to ${recipient}`}
          rows={Math.min(14, Math.max(3, draft.body.split("\n").length + 1))}
          value={draft.body}
          onChange={(event) => setDraft({ ...draft, body: event.target.value })}
          onKeyDown={onKeyDown}
          onFocus={() => setIsFocused(true)}
          onBlur={() => setIsFocused(false)}
          placeholder={isInternal ? "A note for the team" : "Write a reply"}
          className="w-full resize-y rounded-md border border-edge bg-card px-2.5 py-2 text-base"
        />
        <UploadList uploads={uploads} onRetry={retry} onRemove={remove} />
        <div className="flex flex-wrap items-center gap-2">
          <AttachButton add={add} />
          <span className="flex-1" />
          {!isInternal && ticket.origin === "sms" ? <TextCost brandId={ticket.brandId} text={draft.body} /> : undefined}
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
