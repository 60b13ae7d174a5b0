import { useLayoutEffect, useRef, useState } from "preact/hooks"
import type { PortalComment } from "../../../../sdk/src/portal.ts"
import { newKey } from "../../../customer/keys.ts"
import { sizeText } from "../../../customer/sizes.ts"
import { isComposing } from "../../../message/isComposing.ts"
import { useLanguage } from "../language.ts"
import { Kept } from "../pages/Kept.tsx"
import { Message } from "../pages/Message.tsx"
import { Refusals } from "../pages/Refusals.tsx"
import { RequestHead } from "../pages/RequestHead.tsx"
import { everything, type ShownRequest } from "../ShownRequest.ts"
import { type Uploaded, uploadedIn } from "../uploaded.ts"
import { Files } from "./Files.tsx"
import { forgetWritten } from "./forgetWritten.ts"
import { ask, type Refusal } from "./uploading.ts"
import { useLeaveWarning } from "./useLeaveWarning.ts"
import { useNews } from "./useNews.ts"

/** The number of replies from which the newest ones, and the form below them, are far from the top. */
const longThread = 5

interface ThreadProps {
  readonly base: string
  readonly ticket: ShownRequest
  /** The idempotency key, so that a form submitted twice makes one reply. */
  readonly formKey: string
  /** The text of a refused reply; `refusals` say why. */
  readonly written: string
  readonly refusals: ReadonlyArray<string>
  readonly uploaded: ReadonlyArray<Uploaded>
  /** The name under which the tab remembers the draft of a new request. */
  readonly keptRequest: string
}

/** A reply that the server has not accepted yet. */
interface Reply {
  readonly key: string
  readonly form: FormData
  readonly body: string
  /** Why it was not sent; `undefined` while it is being sent. */
  readonly failure?: string | undefined
}

/**
 * A request with its messages and a form for a reply. In the browser, it follows the server's events and shows replies at once.
 */
export const Thread = ({ base, formKey, keptRequest, refusals, ticket: first, uploaded, written }: ThreadProps) => {
  const { locale, words } = useLanguage()
  const path = `${base}/r/${first.id}`
  const [ticket, setTicket] = useState(first)
  const [replies, setReplies] = useState<ReadonlyArray<Reply>>([])
  const [key, setKey] = useState(formKey)
  /** Without scripts, it is unknown whether files are chosen, so the server refuses an empty reply. */
  const [hasFiles, setHasFiles] = useState(true)
  const underWay = useRef(0)
  const stale = useRef(false)
  const area = useRef<HTMLTextAreaElement>(null)
  /** The text last seen in the form. */
  const text = useRef(written)

  const read = async () => {
    stale.current = true
    // A reply in flight would appear twice.
    if (underWay.current > 0) return
    underWay.current++
    stale.current = false
    await ask<ShownRequest>(`${path}${location.search}`, words).then(
      (now) => {
        text.current = area.current?.value ?? text.current
        setTicket(now)
      },
      () => undefined
    )
    underWay.current--
    if (stale.current) read()
  }
  useNews(base, first.id, read)

  const forget = ({ body, key }: Reply) => {
    forgetWritten(first.id, [body])
    setReplies((all) => all.filter((one) => one.key !== key))
  }
  const send = async (reply: Reply) => {
    underWay.current++
    setReplies((all) => [...all.filter((one) => one.key !== reply.key), { ...reply, failure: undefined }])
    try {
      const comment = await ask<PortalComment>(path, words, reply.form)
      forget(reply)
      setTicket((now) => ({ ...now, comments: [...now.comments.filter(({ id }) => id !== comment.id), comment] }))
      stale.current = true
    } catch (error) {
      const { key, reason } = error as Refusal
      if (key !== undefined) reply.form.set("key", key)
      setReplies((all) => all.map((one) => (one.key === reply.key ? { ...one, failure: reason } : one)))
    }
    underWay.current--
    if (stale.current) read()
  }

  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    // The event comes from this form.
    const content = new FormData(event.currentTarget as HTMLFormElement)
    send({ key, form: content, body: String(content.get("body") ?? "") })
    // A reset would restore the initial text, which may be a refused reply.
    if (area.current !== null) area.current.value = ""
    setKey(newKey())
  }

  // Before drafts are restored: forgets what an earlier page has sent, possibly without hearing of it.
  useLayoutEffect(() => {
    forgetWritten(keptRequest, [first.title, first.body])
    // Replies with only files cannot be compared; if one is sent again, its key identifies it.
    const own = first.comments.filter(({ authorType, body }) => authorType === "CUSTOMER" && body.trim() !== "")
    forgetWritten(first.id, ...own.map(({ body }) => [body]))
  }, [keptRequest, first])

  useLeaveWarning(replies.length > 0)

  const ofComments = new Set(ticket.comments.flatMap(({ attachments }) => attachments.map(({ id }) => id)))
  return (
    <>
      <RequestHead base={base} ticket={ticket} />
      {ticket.mergedIntoId !== undefined || ticket.comments.length < longThread ? null : (
        <p>
          <a href="#body">{words.writeReply}</a>
        </p>
      )}
      <ol class="messages" aria-label={words.messages} aria-live="polite" aria-relevant="additions">
        <Message
          author={words.you}
          at={ticket.createdAt}
          body={ticket.body}
          files={ticket.attachments.filter(({ id }) => !ofComments.has(id))}
          path={path}
        />
        {ticket.earlier === 0 ? null : (
          <li class="earlier">
            <a href={`${path}?${everything}#${ticket.comments[0]?.id}`}>
              {words.earlierMessages} ({ticket.earlier.toLocaleString(locale)})
            </a>
          </li>
        )}
        {ticket.comments.map(({ attachments, authorName, authorType, body, createdAt, id, isOwn }) => (
          <Message
            key={id}
            id={id}
            author={isOwn ? words.you : authorName}
            isOfTeam={authorType === "STAFF"}
            at={createdAt}
            body={body}
            files={attachments}
            path={path}
          />
        ))}
        {replies.map((reply) => (
          <Message key={reply.key} author={words.you} body={reply.body} files={[]} path={path}>
            {uploadedIn(reply.form).length === 0 ? null : (
              <ul class="files" aria-label={words.files}>
                {uploadedIn(reply.form).map(({ filename, id, size }) => (
                  <li key={id}>
                    <bdi>{filename}</bdi> <span class="soft">{sizeText(size, locale)}</span>
                  </li>
                ))}
              </ul>
            )}
            {reply.failure === undefined ? (
              <p class="soft">{words.sending}</p>
            ) : (
              <p class="bad">
                {words.notSent} {reply.failure}{" "}
                <button type="button" class="quiet small" onClick={() => send(reply)}>
                  {words.retry}
                </button>{" "}
                <button type="button" class="quiet small" onClick={() => forget(reply)}>
                  {words.discard}
                </button>
              </p>
            )}
          </Message>
        ))}
      </ol>
      {ticket.mergedIntoId === undefined ? (
        <form
          class="card"
          method="post"
          action={path}
          enctype="multipart/form-data"
          data-kept={first.id}
          data-refused={refusals.length > 0 ? "" : undefined}
          onSubmit={onSubmit}
        >
          <Refusals refusals={key === formKey ? refusals : []} />
          {/* No `value`, which every render would set again: a restored draft has its own key. */}
          <input key={key} type="hidden" name="key" defaultValue={key} />
          <input type="hidden" name="whose" value={keptRequest} />
          <div class="field">
            <label for="body">{words.reply}</label>
            {ticket.status === "resolved" || ticket.status === "closed" ? (
              <p id="reopens" class="soft">
                {words.closedHint}
              </p>
            ) : null}
            <textarea
              ref={area}
              id="body"
              name="body"
              rows={5}
              required={!hasFiles}
              dir="auto"
              defaultValue={written}
              onKeyDown={(event) => {
                if (event.key === "Enter" && (event.metaKey || event.ctrlKey) && !isComposing(event))
                  event.currentTarget.form?.requestSubmit()
              }}
            />
          </div>
          <Files
            key={`files ${key}`}
            base={base}
            onChange={setHasFiles}
            uploaded={key === formKey ? uploaded : []}
            kept={key === formKey && refusals.length === 0 ? first.id : undefined}
          />
          <button type="submit">{words.send}</button>
        </form>
      ) : (
        <section class="card">
          <p>
            {words.merged} <a href={`${base}/r/${ticket.mergedIntoId}`}>{words.showOther}</a>
          </p>
          <Kept text={text.current} />
        </section>
      )}
    </>
  )
}
