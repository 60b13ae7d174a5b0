import type { Attachment, Comment, MessageDelivery } from "@trunkline/sdk"
import { memo, Suspense, useState } from "react"
import { lazyPart } from "../app/lazyPart.tsx"
import { Avatar } from "../ui/Avatar.tsx"
import { Badge } from "../ui/Badge.tsx"
import { Button } from "../ui/Button.tsx"
import { IconButton } from "../ui/IconButton.tsx"
import { Time } from "../ui/Time.tsx"
import { DeliveryState } from "./DeliveryState.tsx"
import { FileList } from "./FileList.tsx"
import { MailNotes } from "./MailNotes.tsx"
import type { MailFacts } from "./mailFacts.ts"
import { Prose } from "./Prose.tsx"
import type { KeptTicket } from "./place.ts"
import { QuoteButton } from "./QuoteButton.tsx"
import { wayOf } from "./wayWords.ts"

const OriginalDialog = lazyPart(() => import("./OriginalDialog.tsx"))
const WhyDialog = lazyPart(() => import("./WhyDialog.tsx"))

/** One message: the ticket's own text, or a comment. */
export interface Said {
  readonly id: string
  readonly body: string
  readonly isInternal: boolean
  readonly isCustomer: boolean
  readonly author: string
  readonly source: Comment["source"]
  readonly createdAt: string
  readonly editedAt?: string | undefined
  readonly cc?: ReadonlyArray<string> | undefined
  readonly mail?: MailFacts | undefined
  readonly attachments: ReadonlyArray<Attachment>
  readonly deliveries?: ReadonlyArray<MessageDelivery> | undefined
}

interface Props {
  readonly ticket: KeptTicket
  readonly said: Said
  /** It arrived while the ticket was open. Only such messages are announced. */
  readonly isNew?: boolean
  /** Asks which action to take on it. */
  readonly onMore?: (() => void) | undefined
}

/** Sources outside our own pages, for which it can be asked how a message was read. */
const outside = new Set<string>(["email", "slack", "discord", "sms", "instagram", "twitter", "whatsapp", "custom"])

/** A message or note: its author, time, source, text and deliveries. */
export const Message = memo(function Message({ ticket, said, isNew = false, onMore }: Props) {
  const [asks, setAsks] = useState<"original" | "why">()
  const Asked = asks === "why" ? WhyDialog : OriginalDialog
  const {
    author,
    attachments,
    body,
    cc,
    createdAt,
    deliveries = [],
    editedAt,
    isCustomer,
    isInternal,
    mail,
    source
  } = said
  const surface = isInternal ? "border-warn bg-warn-tint" : isCustomer ? "border-line bg-back" : "border-line bg-chosen"
  return (
    <li aria-live={isNew ? undefined : "off"} className={`rounded-lg border px-3 py-2 ${surface}`}>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Avatar name={author} />
        <strong dir="auto" className="font-semibold wrap-anywhere">
          {author}
        </strong>
        {isInternal ? <Badge tone="warn">Internal</Badge> : undefined}
        <span className="text-sm text-soft">
          {source === "api" || source === "web" ? "" : `by ${wayOf(source)}, `}
          <Time at={createdAt} />
          {editedAt === undefined ? undefined : (
            <>
              , edited <Time at={editedAt} />
            </>
          )}
        </span>
        <span className="flex-1" />
        <QuoteButton text={body} isInternal={isInternal} />
        {isCustomer && source === "email" ? (
          <Button kind="quiet" onClick={() => setAsks("original")}>
            Original
          </Button>
        ) : undefined}
        {isCustomer && outside.has(source) ? (
          <Button kind="quiet" onClick={() => setAsks("why")}>
            Why is this here?
          </Button>
        ) : undefined}
        {onMore === undefined ? undefined : (
          <IconButton icon="more" label={`Edit or delete what ${author} wrote`} onClick={onMore} />
        )}
      </div>
      {body === "" && attachments.length > 0 ? undefined : (
        <div className="mt-1">
          <Prose text={body} isMarked={!isCustomer} />
        </div>
      )}
      {cc === undefined || cc.length === 0 ? undefined : (
        <p className="mt-1 text-sm wrap-anywhere text-soft">Cc {cc.join(", ")}</p>
      )}
      {mail === undefined ? undefined : <MailNotes {...mail} />}
      <FileList ticket={ticket} files={attachments} withPictures />
      {deliveries.map((delivery) => (
        <DeliveryState key={delivery.messageId} ticket={ticket} delivery={delivery} />
      ))}
      <Suspense>
        {asks === undefined ? undefined : (
          <Asked
            ticket={ticket}
            saidId={said.id}
            onClose={() => setAsks(undefined)}
            onFailed={() => setAsks(undefined)}
          />
        )}
      </Suspense>
    </li>
  )
})
