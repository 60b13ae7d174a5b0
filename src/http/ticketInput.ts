import { DateTime, Option, Result } from "effect"
import { instantOf } from "../api/instantOf.ts"
import type { LinkInput, TagNamed, TicketCreate, TicketUpdate } from "../api/TicketPayloads.ts"
import { addressOf } from "../domain/emailAddress.ts"
import { type BrandId, parseId, soughtId, type TagId } from "../domain/Ids.ts"
import type { Principal } from "../domain/Principal.ts"
import type { InvalidInput } from "../domain/Problems.ts"
import type { Link, Origin, Source } from "../domain/Ticket.ts"
import type { TicketChange } from "../tickets/changeTicket.ts"
import type * as Opening from "../tickets/openTicket.ts"
import type { TagInput } from "../tickets/settings/resolveTags.ts"
import { InputErrors } from "./InputErrors.ts"
import { watcherOf } from "./watcherInput.ts"

/** The default source of each origin. */
const sourceOf: Record<Origin, Source> = { api: "api", email: "email", chat: "slack", sms: "sms", custom: "custom" }

/** The payload of `POST …/tickets` as the ticket service takes it. A member opens tickets in their own name. */
export const ticketCreateOf = (
  payload: typeof TicketCreate.Type,
  { name, signedIn }: Pick<Principal, "name" | "signedIn">,
  brandId: BrandId
): Result.Result<Opening.TicketCreate, InvalidInput> => {
  const errors = new InputErrors()
  refuseOtherBrand(errors, brandId, payload)
  const { customerPhone: phone } = payload
  if (phone === undefined && payload.numberId !== undefined) {
    errors.refuse("numberId", "not_allowed", "must not be sent without customerPhone")
  }
  return errors.result({
    title: payload.title.trim(),
    body: payload.body ?? undefined,
    customer: {
      email: payload.customerEmail === undefined ? undefined : addressOf(payload.customerEmail),
      id: payload.customerId === undefined ? undefined : soughtId("customer", payload.customerId),
      name: lineOf(payload.customerName)
    },
    texting:
      phone === undefined
        ? undefined
        : {
            phone,
            numberId: payload.numberId === undefined ? undefined : soughtId("number", payload.numberId),
            hasConsented: payload.smsConsent === true
          },
    customFields: payload.customFields !== undefined ? payload.customFields : payload.custom_fields,
    status: payload.status?.trim(),
    priority: payload.priority,
    assigneeId: payload.assigneeId == null ? undefined : soughtId("member", payload.assigneeId),
    categoryId: payload.categoryId == null ? undefined : soughtId("category", payload.categoryId),
    tags: tagsOf(payload, (text) => soughtId("tag", text)),
    links: payload.links?.map(linkOf),
    metadata: payload.metadata ?? undefined,
    dueAt: payload.dueAt == null ? undefined : momentOf(payload.dueAt),
    source:
      signedIn === undefined
        ? (payload.source ?? sourceOf[payload.origin ?? (phone === undefined ? "api" : "sms")])
        : "web",
    sourceId: lineOf(payload.sourceId),
    sourceData: payload.sourceData ?? undefined,
    // With `phone`, the first message to the customer is the caller's own text.
    createdBy: signedIn?.member.email ?? lineOf(payload.createdBy) ?? (phone === undefined ? undefined : name),
    watchers: payload.watchers?.flatMap((watcher, index) =>
      Result.match(watcherOf(watcher), {
        onFailure: ({ code, field, message }) => errors.refuse(`watchers[${index}].${field}`, code, message) ?? [],
        onSuccess: (named) => [named]
      })
    ),
    attachmentIds: payload.attachmentIds?.map((id) => soughtId("attachment", id)),
    importedAt: payload.imported && momentOf(payload.imported.createdAt),
    notifyCustomer: payload.notifyCustomer
  })
}

/** The payload of `PATCH …/tickets/{ticketId}` as the ticket service takes it. */
export const ticketChangeOf = (
  payload: typeof TicketUpdate.Type,
  brandId: BrandId
): Result.Result<TicketChange, InvalidInput> => {
  const errors = new InputErrors()
  refuseOtherBrand(errors, brandId, payload)
  const customFields = payload.customFields !== undefined ? payload.customFields : payload.custom_fields
  if (customFields !== undefined && payload.customFieldsPatch !== undefined) {
    errors.refuse("customFieldsPatch", "not_allowed", "cannot be combined with customFields")
  }
  const { customerEmail, customerId } = payload
  return errors.result({
    title: payload.title?.trim(),
    body: payload.body,
    status: payload.status?.trim(),
    closeReason: payload.closeReason,
    priority: payload.priority,
    assigneeId: payload.assigneeId == null ? payload.assigneeId : soughtId("member", payload.assigneeId),
    categoryId: payload.categoryId == null ? payload.categoryId : soughtId("category", payload.categoryId),
    tags: tagsOf(payload, (text) => soughtId("tag", text)),
    links: payload.links === null ? null : payload.links?.map(linkOf),
    customFields,
    customFieldsPatch: payload.customFieldsPatch,
    metadata: payload.metadata,
    dueAt: payload.dueAt == null ? payload.dueAt : momentOf(payload.dueAt),
    isSpam: payload.isSpam,
    customer:
      customerId === undefined && customerEmail === undefined
        ? undefined
        : {
            id: customerId === undefined ? undefined : soughtId("customer", customerId),
            email: customerEmail === undefined ? undefined : addressOf(customerEmail)
          }
  })
}

/** A body may name its brand, like a ticket that was read. */
const refuseOtherBrand = (
  errors: InputErrors,
  brandId: BrandId,
  payload: { readonly brandId?: string | undefined }
) => {
  if (payload.brandId !== undefined && payload.brandId !== brandId)
    errors.refuse(
      "brandId",
      "not_allowed",
      "must be the brand in the path, or omitted: tickets cannot move to another brand"
    )
}

/** Text in the form of a tag id is an id, any other is a name; `tagIds` contains only ids. */
export const tagsOf = (
  payload: { readonly tags?: ReadonlyArray<typeof TagNamed.Type>; readonly tagIds?: ReadonlyArray<string> },
  idOf: (text: string, field: string) => TagId | undefined
): TagInput | undefined => {
  if (payload.tags === undefined && payload.tagIds === undefined) return undefined
  const tags = payload.tags ?? []
  const named = tags.flatMap((tag, index) => {
    const field = typeof tag === "string" ? `tags[${index}]` : `tags[${index}].id`
    const id = typeof tag === "string" ? idIn(tag) : idOf(tag.id, field)
    return id === undefined ? [] : [{ id, field }]
  })
  const listed = (payload.tagIds ?? []).flatMap((text, index) => {
    const field = `tagIds[${index}]`
    const id = idOf(text, field)
    return id === undefined ? [] : [{ id, field }]
  })
  return {
    names: tags.flatMap((tag) => (typeof tag === "string" && idIn(tag) === undefined ? [tag.trim()] : [])),
    ids: [...named, ...listed].map(({ id }) => id),
    idFields: [...named, ...listed].map(({ field }) => field)
  }
}

const idIn = (text: string) => Option.getOrUndefined(parseId("tag", text.trim()))

/** One line without the space around it. */
export const lineOf = (text: string | null | undefined): string | undefined => text?.trim()

/** A link as it is stored and compared: without members that have no value. */
export const linkOf = (link: typeof LinkInput.Type): Link => {
  if (typeof link === "string") return { url: link.trim() }
  const [title, type] = [lineOf(link.title), lineOf(link.type)]
  return { url: link.url.trim(), ...(title === undefined ? {} : { title }), ...(type === undefined ? {} : { type }) }
}

/** A time that its schema has already checked. */
export const momentOf = (text: string): DateTime.Utc => DateTime.makeUnsafe(instantOf(text))
