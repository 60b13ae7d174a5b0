import type { ComponentChildren } from "preact"
import { useMemo } from "preact/hooks"
import type { PortalAttachment } from "../../../../sdk/src/portal.ts"
import { prose } from "../../../customer/prose.tsx"
import { useWords } from "../context.ts"
import type { Requests } from "../Requests.ts"
import type { Outgoing } from "../Unsent.ts"
import { Files } from "./Files.tsx"
import { Moment } from "./Moment.tsx"
import { Reason } from "./Problem.tsx"

interface MessageProps {
  readonly author: string
  readonly isOfTeam?: boolean
  readonly at: string
  readonly body: string
  readonly files: ReadonlyArray<PortalAttachment>
  readonly ticketId: string
  /** It was there before the thread was opened, and is not announced. */
  readonly isOld?: boolean
  readonly children?: ComponentChildren
}

/** A message by the customer or the team. */
export const Message = ({ at, author, body, children, files, isOfTeam = false, isOld, ticketId }: MessageProps) => {
  // Every event on a request reads all of it again: only messages that changed render again.
  const text = useMemo(
    () =>
      body !== "" && (
        <div class="body" dir="auto">
          {prose(body, isOfTeam)}
        </div>
      ),
    [body, isOfTeam]
  )
  return (
    <li class="message" data-mine={isOfTeam ? undefined : ""} aria-live={isOld ? "off" : undefined}>
      <p class="soft">
        <bdi>{author}</bdi> · <Moment at={at} />
      </p>
      {text}
      <Files files={files} ticketId={ticketId} />
      {children}
    </li>
  )
}

/** The customer's own message that is being sent or has failed. */
export const UnsentMessage = ({ message, requests }: { readonly message: Outgoing; readonly requests: Requests }) => {
  const words = useWords()
  const { attachments, body, error, sentAt, ticketId } = message
  return (
    <Message author={words.you} at={sentAt} body={body} files={attachments} ticketId={ticketId}>
      {error === undefined ? (
        <p class="soft">{words.sending}</p>
      ) : (
        <>
          <p class="bad" role="alert">
            {words.notSent} <Reason error={error} />
          </p>
          <p class="choices">
            <button type="button" class="link" onClick={() => requests.retry(message)}>
              {words.retry}
            </button>
            <button type="button" class="link" onClick={() => requests.discard(message)}>
              {words.discard}
            </button>
          </p>
        </>
      )}
    </Message>
  )
}
