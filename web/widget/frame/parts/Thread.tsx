import { useEffect, useRef } from "preact/hooks"
import { NotFoundError, type PortalTicketDetail } from "../../../../sdk/src/portal.ts"
import { statusName } from "../../../customer/statusName.ts"
import { useLanguage, useWidget, useWords } from "../context.ts"
import type { Requests } from "../Requests.ts"
import { useShown } from "../useShown.ts"
import { useValue } from "../useValue.ts"
import { Composer } from "./Composer.tsx"
import { Message, UnsentMessage } from "./Message.tsx"
import { Problem } from "./Problem.tsx"
import { Skeleton } from "./Skeleton.tsx"

/** Pixels from the end within which a reader is taken to follow new messages. */
const nearEnd = 120

/** A request with its messages, newest last. */
export const Thread = ({ requests, ticketId }: { readonly requests: Requests; readonly ticketId: string }) => {
  const words = useWords()
  const { data, error } = useValue(requests.thread)
  const listed = requests.list.get().data?.tickets.find(({ id }) => id === ticketId)
  const title = data?.title ?? listed?.title ?? words.loading
  const unsent = useValue(requests.unsent.outgoing).filter((one) => one.ticketId === ticketId)
  const scroll = useRef<HTMLElement>(null)
  const isAtEnd = useRef(true)

  const grown = `${data?.comments.length} ${unsent.map(({ error }) => error === undefined)}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: another message is the reason
  useEffect(() => {
    if (scroll.current !== null && isAtEnd.current) scroll.current.scrollTop = scroll.current.scrollHeight
  }, [grown])

  return (
    <>
      <section
        class="scroll"
        ref={scroll}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keyboard
        tabIndex={0}
        aria-label={title}
        onScroll={({ currentTarget: { clientHeight, scrollHeight, scrollTop } }) => {
          isAtEnd.current = scrollHeight - scrollTop - clientHeight < nearEnd
        }}
      >
        <h1 tabIndex={-1} dir="auto">
          {title}
        </h1>
        {error !== undefined && <Problem error={error} retry={requests.refresh} />}
        {data === undefined && error === undefined && <Skeleton />}
        {data !== undefined && <Messages ticket={data} />}
        {unsent.length > 0 && (
          <ol class="messages">
            {unsent.map((message) => (
              <UnsentMessage key={message.key} message={message} requests={requests} />
            ))}
          </ol>
        )}
      </section>
      {data !== undefined && !(error instanceof NotFoundError) && <End ticket={data} requests={requests} />}
    </>
  )
}

const Messages = ({ ticket }: { readonly ticket: PortalTicketDetail }) => {
  const { locale, words } = useLanguage()
  const { attachments, body, comments, createdAt, ticketNumber } = ticket
  const { from, known, more } = useShown(comments)
  const onComments = new Set(comments.flatMap(({ attachments }) => attachments.map(({ id }) => id)))
  const own = attachments.filter(({ id }) => !onComments.has(id))
  return (
    <>
      <p class="soft">
        <bdi class="status">{statusName(words, ticket)}</bdi> · <bdi>{ticketNumber}</bdi>
      </p>
      <ol class="messages" aria-live="polite" aria-relevant="additions">
        {(body !== "" || own.length > 0) && (
          <Message author={words.you} at={createdAt} body={body} files={own} ticketId={ticket.id} isOld />
        )}
        {from > 0 && (
          <li class="earlier">
            <button type="button" class="quiet" onClick={more}>
              {words.earlierMessages} ({from.toLocaleString(locale)})
            </button>
          </li>
        )}
        {comments.slice(from).map((comment, index) => (
          <Message
            key={comment.id}
            isOld={from + index < known}
            author={comment.isOwn ? words.you : comment.authorName}
            isOfTeam={comment.authorType === "STAFF"}
            at={comment.createdAt}
            body={comment.body}
            files={comment.attachments}
            ticketId={ticket.id}
          />
        ))}
      </ol>
    </>
  )
}

/** The composer or, for a merged request, a link to the other one, which takes the draft along. */
const End = ({ requests, ticket }: { readonly ticket: PortalTicketDetail; readonly requests: Requests }) => {
  const widget = useWidget()
  const words = useWords()
  const { mergedIntoId } = ticket
  if (mergedIntoId !== undefined) {
    const show = () => {
      requests.move(ticket.id, mergedIntoId)
      widget.show({ name: "thread", ticketId: mergedIntoId })
    }
    return (
      <div class="foot">
        <p>{words.merged}</p>
        <button type="button" class="quiet" onClick={show}>
          {words.showOther}
        </button>
      </div>
    )
  }
  return <Composer requests={requests} ticket={ticket} />
}
