import { Link } from "@tanstack/react-router"
import type { Ticket } from "@trunkline/sdk"
import { type ReactNode, Suspense } from "react"
import { lazyPart } from "../app/lazyPart.tsx"
import { useBrands, useCategories } from "../data/brands.ts"
import { useFiles } from "../data/conversation.ts"
import { Badge } from "../ui/Badge.tsx"
import { Dot } from "../ui/Dot.tsx"
import { MailAddress } from "../ui/MailAddress.tsx"
import { Time } from "../ui/Time.tsx"
import { customerCalled } from "./customerCalled.ts"
import { FileList } from "./FileList.tsx"
import { StatusBadge } from "./StatusBadge.tsx"
import { nameless, useAssignee } from "./useAssignee.ts"
import type { TicketActions } from "./useTicketCommands.ts"
import { wayOf } from "./wayWords.ts"

const DueField = lazyPart(() => import("../fields/DueField.tsx"))
const TicketFields = lazyPart(() => import("../fields/TicketFields.tsx"))
const Watchers = lazyPart(() => import("./Watchers.tsx"))

interface Props {
  readonly ticket: Ticket
  readonly actions: TicketActions
  /** Commands apply to other tickets. */
  readonly quiet: boolean
  /** Whether they are shown even without a column for them. */
  readonly isUnfolded: boolean
}

/** The properties of a ticket; each row changes one on a click, or by its key. */
export function Properties({ ticket, actions, quiet, isUnfolded }: Props) {
  const { assignee, whose } = useAssignee(ticket)
  const categories = useCategories(ticket.brandId)
  const files = useFiles(ticket).data ?? []
  const category = categories.data?.find(({ id }) => id === ticket.categoryId)
  return (
    <aside
      aria-label="Properties"
      className={`shrink-0 border-line p-3 text-sm @max-3xl:border-b @max-3xl:pt-0 @3xl:order-last @3xl:w-(--facts) @3xl:overflow-y-auto print:block print:overflow-visible ${isUnfolded ? "" : "@max-3xl:hidden"}`}
    >
      <dl className="grid grid-cols-[5.5rem_1fr] items-baseline gap-x-2 @max-3xl:@lg:grid-cols-[5.5rem_1fr_5.5rem_1fr]">
        <Row name="Status" run={actions.setStatus}>
          <StatusBadge ticket={ticket} />
        </Row>
        <Row name="Assignee" run={actions.assign}>
          {assignee === undefined ? whose : <MailAddress>{whose}</MailAddress>}
        </Row>
        <Row name="Priority" run={actions.setPriority}>
          <span className={ticket.priority === "urgent" ? "font-semibold text-bad" : ""}>{ticket.priority}</span>
        </Row>
        <Row name="Tags" run={actions.setTags}>
          {ticket.tags.length === 0 ? (
            "None"
          ) : (
            <span className="flex flex-wrap gap-x-2 wrap-anywhere">
              {ticket.tags.map(({ id, name, color }) => (
                <span key={id} className="inline-flex items-center gap-1">
                  <Dot color={color} />
                  {name}
                </span>
              ))}
            </span>
          )}
        </Row>
        <Row name="Category" run={actions.setCategory}>
          {category?.name ?? (ticket.categoryId === undefined ? "None" : nameless(categories))}
        </Row>
      </dl>
      <details open className="mt-3">
        <summary className="py-1 font-semibold">Customer</summary>
        <Customer ticket={ticket} />
      </details>
      <details open className="mt-3">
        <summary className="py-1 font-semibold">Details</summary>
        <dl className="grid grid-cols-[5.5rem_1fr] gap-x-2 gap-y-0.5">
          <dt className="text-soft">Source</dt>
          <dd>{wayOf(ticket.source)}</dd>
          <dt className="text-soft">Created</dt>
          <dd>
            <Time at={ticket.createdAt} />
          </dd>
          <dt className="text-soft">Reopened</dt>
          <dd>{ticket.reopenCount}×</dd>
        </dl>
        <Suspense>
          <DueField ticket={ticket} />
        </Suspense>
      </details>
      {ticket.deletedAt === undefined ? (
        <Suspense>
          <Watchers key={ticket.id} ticket={ticket} quiet={quiet} />
        </Suspense>
      ) : undefined}
      {files.length === 0 ? undefined : (
        <details open className="mt-3">
          <summary className="py-1 font-semibold">All files ({files.length})</summary>
          <FileList ticket={ticket} files={files} />
        </details>
      )}
      <details open className="mt-3">
        <summary className="py-1 font-semibold">Custom fields</summary>
        <Suspense>
          <TicketFields ticket={ticket} />
        </Suspense>
      </details>
    </aside>
  )
}

function Row({
  name,
  run,
  children
}: {
  readonly name: string
  readonly run: () => void
  readonly children: ReactNode
}) {
  return (
    <>
      <dt className="text-soft">{name}</dt>
      <dd className="min-w-0">
        <button
          type="button"
          onClick={run}
          className="-ml-1.5 flex min-h-7 w-full items-center rounded-md px-1.5 text-left hover:bg-hover"
        >
          <span className="sr-only">Change {name}: </span>
          <span className="min-w-0">{children}</span>
        </button>
      </dd>
    </>
  )
}

function Customer({ ticket }: { readonly ticket: Ticket }) {
  const { customer, customerEmail, customerId, participants = [] } = ticket
  const brands = useBrands().data ?? []
  return (
    <div className="flex flex-col items-start gap-1 wrap-anywhere">
      <Link
        to="/customers/$customerId"
        params={{ customerId }}
        search={{ brand: brands.find(({ id }) => id === ticket.brandId)?.slug }}
        className="font-medium text-ink"
      >
        {customer?.name ?? customerCalled(ticket)}
      </Link>
      <span className="text-soft">
        {customer?.emailIsPlaceholder === true ? customer.phone : <MailAddress>{customerEmail}</MailAddress>}
      </span>
      {customer?.company === undefined ? undefined : <span>{customer.company.name}</span>}
      {customer?.isBlocked === true ? <Badge tone="bad">Blocked</Badge> : undefined}
      {customer?.notifyEmail === false ? <Badge tone="warn">Email is off</Badge> : undefined}
      {participants.length === 0 ? undefined : (
        <span className="text-soft">With {participants.map(({ email }) => email).join(", ")}</span>
      )}
      <Link to="/inbox" search={{ view: "all", customer: customerId }} className="text-accent underline">
        All tickets of this customer
      </Link>
    </div>
  )
}
