import type { DateTime } from "effect"
import { Result } from "effect"
import type { Attachment } from "../domain/Attachment.ts"
import type { Customer } from "../domain/Customer.ts"
import { customerCreated } from "../domain/CustomerData.ts"
import {
  type AttachmentId,
  type BrandId,
  type CategoryId,
  type CustomerId,
  idAt,
  type MemberId,
  type TicketId
} from "../domain/Ids.ts"
import type { Identity } from "../domain/InboundMessage.ts"
import type { Json, JsonObject } from "../domain/Json.ts"
import { type FieldError, InvalidInput } from "../domain/Problems.ts"
import type { Mode } from "../domain/Tenant.ts"
import {
  type CloseReason,
  type Link,
  originOf,
  type Participant,
  type Priority,
  publicId,
  type Source,
  type Ticket
} from "../domain/Ticket.ts"
import { attachmentCreated, ticketCreated } from "../domain/TicketData.ts"
import type { TicketDetail } from "../domain/TicketDetail.ts"
import { defaultStatus, findStatus } from "../domain/TicketLifecycle.ts"
import { addressIn, memberIn, type NewWatcher } from "../domain/Watcher.ts"
import { unknownMember } from "./changeWatchers.ts"
import { updatedCustomer } from "./customers/changeCustomer.ts"
import { customerMade, newCustomer } from "./customers/createCustomer.ts"
import { claimsPlaceholder, isPlaceholder } from "./customers/placeholderEmail.ts"
import { claimUploads, refuseUploads, type UploadRefusal } from "./files/claimUploads.ts"
import { type Acknowledgement, acknowledgementDrafts, announcementDrafts } from "./outbound/messageDrafts.ts"
import { refuseImport } from "./refuseImport.ts"
import { resolveTags, type TagInput } from "./settings/resolveTags.ts"
import { tagLimit } from "./settings/tagLimit.ts"
import { customerToText, firstText, type TextStart, textedAbout } from "./startTexting.ts"
import type { Outcome, TicketState } from "./TicketCommand.ts"

/** Whose ticket it is: an address, an id, or both, which must then agree. */
export interface CustomerInput {
  readonly email?: string | undefined
  readonly id?: CustomerId | undefined
  /** Used if the customer is new or has no name. */
  readonly name?: string | undefined
  /** Further details for a new customer. */
  readonly phone?: string | undefined
  readonly identities?: ReadonlyArray<Identity> | undefined
}

export interface TicketCreate {
  readonly title: string
  readonly body?: string | undefined
  readonly customer: CustomerInput
  /** The team starts a conversation with the customer by text message. */
  readonly texting?: TextStart | undefined
  readonly customFields?: Json | undefined
  /** Key of a status of category open, pending or resolved. */
  readonly status?: string | undefined
  readonly priority?: Priority | undefined
  readonly assigneeId?: MemberId | undefined
  readonly categoryId?: CategoryId | undefined
  readonly tags?: TagInput | undefined
  readonly links?: ReadonlyArray<Link> | undefined
  readonly metadata?: JsonObject | undefined
  readonly dueAt?: DateTime.Utc | undefined
  /** When an imported ticket was opened elsewhere: nobody is notified of it. */
  readonly importedAt?: DateTime.Utc | undefined
  readonly source: Source
  readonly sourceId?: string | undefined
  readonly sourceData?: JsonObject | undefined
  readonly createdBy?: string | undefined
  readonly watchers?: ReadonlyArray<NewWatcher> | undefined
  /** Confirmed uploads that the ticket claims. */
  readonly attachmentIds?: ReadonlyArray<AttachmentId> | undefined
  /** Files that came with the message and are already stored. */
  readonly files?: ReadonlyArray<Attachment> | undefined
  readonly participants?: ReadonlyArray<Participant> | undefined
  readonly closeReason?: CloseReason | undefined
  readonly followUpOfId?: TicketId | undefined
  readonly isAutomated?: boolean | undefined
  readonly isSpam?: boolean | undefined
  /** The customer opened it, and is waiting for an answer from now on. */
  readonly openedByCustomer?: boolean | undefined
  /** The customer opened it, and is sent an acknowledgement if the brand sends those. */
  readonly acknowledge?: Acknowledgement | undefined
  /** Tell the customer by mail that the ticket was opened for them. */
  readonly notifyCustomer?: boolean | undefined
  /** The ticket's id, if something created before it (a file, a log entry) refers to it. */
  readonly id?: TicketId | undefined
}

/**
 * Opens a ticket (lifeCycle.test.ts, rule 1): takes the brand's next number, finds or creates the customer, and publishes
 * events.
 */
export const openTicket = (
  state: TicketState,
  brandId: BrandId,
  mode: Mode,
  input: TicketCreate
): Result.Result<Outcome<TicketDetail>, InvalidInput | UploadRefusal> => {
  const errors: Array<FieldError> = []
  const refuse = (field: string, code: FieldError["code"], message: string) => errors.push({ field, code, message })
  const { brand, ids, now } = state

  const status = input.status === undefined ? defaultStatus(brand) : findStatus(brand, input.status)
  if (status === undefined) refuse("status", "enum", "must be the key of an active status of the brand")
  else if (status.category === "closed")
    refuse("status", "not_allowed", "must not be closed: a new ticket must be open")
  if (input.assigneeId !== undefined && state.assigneeId === undefined)
    refuse("assigneeId", "unknown_id", "is not an active member who can see this brand")
  if (input.categoryId !== undefined && state.category === undefined)
    refuse("categoryId", "unknown_id", "is not a category of this brand")
  const notPast = refuseImport(input.importedAt, now)
  if (notPast !== undefined) errors.push(notPast)
  if (input.importedAt !== undefined && input.notifyCustomer === true)
    refuse("notifyCustomer", "not_allowed", "cannot be used with imported tickets: nobody is notified of them")
  const addressOf = ({ memberId }: NewWatcher) => state.members.find(({ id }) => id === memberId)?.email
  for (const [index, watcher] of (input.watchers ?? []).entries())
    if (addressIn(watcher.memberId) === undefined && addressOf(watcher) === undefined)
      refuse(`watchers[${index}].memberId`, "unknown_id", unknownMember)
  errors.push(...refuseUploads(state, input.attachmentIds))
  const tags = resolveTags(state, brandId, input.tags)
  if (Result.isFailure(tags)) errors.push(...tags.failure)
  const texted = input.texting && customerToText(state, input.texting, input.customer)
  const customer =
    texted === undefined
      ? customerOf(state, brandId, input.customer)
      : Result.flatMap(texted, ({ input, state }) => customerOf(state, brandId, input))
  if (Result.isFailure(customer)) errors.push(customer.failure)

  const [first, ...more] = errors
  if (first !== undefined) return Result.fail(new InvalidInput({ errors: [first, ...more] }))
  if (status === undefined || Result.isFailure(tags) || Result.isFailure(customer)) throw new Error("unreachable")

  const fullOfTags = tagLimit(state.tagCount, tags.success.created.length)
  if (fullOfTags !== undefined) return Result.fail(fullOfTags)
  const claimed = claimUploads(state, input.attachmentIds, 0)
  if (Result.isFailure(claimed)) return Result.fail(claimed.failure)

  const createdAt = input.importedAt ?? now
  const made = input.id ?? ids("ticket")
  const id = input.importedAt === undefined ? made : idAt("ticket", made, createdAt)
  const files = [...(input.files ?? []), ...claimed.success].map((file) => ({ ...file, ticketId: id, updatedAt: now }))
  const told = customerTold(state, customer.success, input)
  const person = told.customer ?? customer.success.customer
  const ticket: Ticket = {
    id,
    brandId,
    number: brand.nextTicketNumber,
    customerId: person.id,
    customerEmail: person.email,
    customerName: person.name,
    title: input.title,
    body: input.body,
    customFields: input.customFields ?? undefined,
    statusId: status.id,
    status: status.key,
    statusCategory: status.category,
    priority: input.priority ?? "normal",
    source: input.source,
    origin: originOf[input.source],
    sourceId: input.sourceId,
    sourceData: input.sourceData,
    assigneeId: input.assigneeId,
    createdBy: input.createdBy,
    categoryId: input.categoryId,
    tags: tags.success.tags,
    links: input.links,
    metadata: input.metadata,
    participants: participantsOf(person, input),
    commentCount: 0,
    attachmentCount: files.length,
    isSpam: input.isSpam === true || person.isBlocked,
    isAutomated: input.isAutomated === true,
    dueAt: input.dueAt,
    waitingSince: input.openedByCustomer === true ? now : undefined,
    resolvedAt: status.category === "resolved" ? createdAt : undefined,
    reopenCount: 0,
    followUpOfId: input.followUpOfId,
    eventSeq: 0,
    version: 1,
    createdAt,
    updatedAt: now
  }
  const talk = input.texting && texted && Result.isSuccess(texted) ? { ...input.texting, ...texted.success } : undefined
  return Result.succeed({
    value: {
      ticket,
      mode,
      ticketPrefix: brand.ticketPrefix,
      customer: person,
      category: state.category
    },
    ticket,
    customer: told.customer,
    ...(talk === undefined ? {} : textedAbout(talk.texting, talk.phone, id, person)),
    tags: tags.success.created,
    attachments: files,
    watchers: input.watchers?.map((watcher) => ({
      ...watcher,
      memberEmail: addressOf(watcher) ?? watcher.memberEmail
    })),
    drafts: [
      ...acknowledgementDrafts(state, ticket, person, input.acknowledge),
      ...(input.notifyCustomer !== true
        ? []
        : talk !== undefined
          ? [firstText(state, talk.texting, talk.phone, id)]
          : announcementDrafts(state, ticket, person))
    ],
    isImported: input.importedAt !== undefined,
    events: [
      ...told.events,
      ticketCreated(ticket, brand, files),
      ...files.map((file) => attachmentCreated(file, ticket, brand))
    ],
    audit: [
      ...told.audit,
      {
        event: "ticket.created",
        entityType: "ticket",
        entityId: id,
        metadata: {
          ticketNumber: publicId(brand.ticketPrefix, ticket.number),
          title: ticket.title,
          ...(talk === undefined ? {} : { smsConsent: true, phone: talk.phone })
        }
      }
    ]
  })
}

/** Creates the customer, or fills in what the ticket says of them: an existing name or number stays. */
const customerTold = (
  state: TicketState,
  { customer, isNew }: { readonly customer: Customer; readonly isNew: boolean },
  { customer: { name }, texting }: TicketCreate
): Pick<Outcome<unknown>, "customer" | "events" | "audit"> =>
  isNew
    ? { customer, events: [customerCreated(customer)], audit: [customerMade(customer)] }
    : updatedCustomer(state, customer, "customer.updated", {
        ...customer,
        name: customer.name ?? name,
        phone: customer.phone ?? texting?.phone
      })

/** Senders who use the address of a merged customer take part under it, so that mail from there keeps working. */
const participantsOf = (customer: Customer, { customer: { email, name }, participants }: TicketCreate) =>
  email === undefined || email === customer.email || isPlaceholder(email)
    ? participants
    : [{ email, name: name ?? customer.name, verified: true }, ...(participants ?? [])]

/** The customer that is meant: the existing one, or a new one with that address. */
export const customerOf = (
  state: TicketState,
  brandId: BrandId,
  input: CustomerInput
): Result.Result<{ readonly customer: Customer; readonly isNew: boolean }, FieldError> => {
  const known = state.customer
  if (known !== undefined) {
    return input.id !== undefined && input.email !== undefined && input.email !== known.email
      ? Result.fail({ field: "customerEmail", code: "not_allowed", message: "is not the email address of customerId" })
      : Result.succeed({ customer: known, isNew: false })
  }
  if (input.id !== undefined || input.email === undefined)
    return Result.fail({ field: "customerId", code: "unknown_id", message: "is not a customer of this brand" })
  if (isPlaceholder(input.email) && input.identities === undefined)
    return Result.fail({ field: "customerEmail", code: "not_allowed", message: claimsPlaceholder })
  return Result.succeed({
    isNew: true,
    customer: newCustomer(state, brandId, {
      email: input.email,
      name: input.name,
      // A number belongs to one customer, and a ticket never takes it from another.
      phone: state.keyHolders.phone === undefined ? input.phone : undefined,
      identities: input.identities
    })
  })
}

/** How to look up the customer that is meant. */
export const customerRead = ({ email, id }: Pick<CustomerInput, "email" | "id">) =>
  id !== undefined ? { id } : email !== undefined ? { email } : undefined

/** What `openTicket` needs to see of the brand. */
export const readsOfOpening = (input: TicketCreate) => ({
  customer: customerRead(input.customer),
  tagNames: input.tags?.names,
  tagIds: input.tags?.ids,
  categoryId: input.categoryId,
  assigneeId: input.assigneeId,
  memberIds: input.watchers?.flatMap(({ memberId }) => memberIn(memberId) ?? []),
  attachmentIds: input.attachmentIds,
  texting: input.texting && { phone: input.texting.phone, numberId: input.texting.numberId }
})
