import { ApiError, type Customer, type Trunkline } from "../../../sdk/src/index.ts"
import { given } from "./given.ts"
import { isThere } from "./isThere.ts"
import { once } from "./once.ts"

/** The ids in the brand of exported records, whose own ids differ. */
export class Places {
  readonly companies = new Map<string, string>()
  readonly categories = new Map<string, string>()
  /** Customers without an address; all others are found by it. */
  readonly customers = new Map<string, string>()
}

/** Creates an exported customer in a brand, unless there is one with the same address. */
export const importCustomer = async (
  client: Trunkline,
  brandId: string,
  customer: Customer,
  places: Places
): Promise<void> => {
  const { avatarUrl, companyId, email, emailIsPlaceholder, externalId, id, isBlocked, metadata, name, phone } = customer
  if (customer.brandId === brandId && (await isThere(client.customers.get(brandId, id)))) return
  if (emailIsPlaceholder === true) return void (await importNobody(client, brandId, customer, places))
  const known = {
    email,
    isBlocked,
    notifyEmail: customer.notifyEmail,
    ...given({ name, avatarUrl, externalId, metadata, companyId: places.companies.get(companyId ?? "") })
  }
  try {
    await client.customers.create(brandId, { ...known, ...given({ phone }) }, once(id))
  } catch (error) {
    // A number belongs to one customer: if another one has it already, they keep it.
    if (takenField(error) === "phone")
      await client.customers.create(brandId, known, once(`${id}-without-phone`)).catch(unlessTaken)
    else unlessTaken(error)
  }
}

/** A customer without an address, recognised by phone number or former id. Returns their id in the brand. */
export const importNobody = async (
  client: Trunkline,
  brandId: string,
  customer: Pick<Customer, "id" | "externalId" | "phone" | "name"> & Partial<Customer>,
  places: Places
): Promise<string> => {
  const {
    avatarUrl,
    companyId,
    externalId = `imported-${customer.id}`,
    id,
    isBlocked,
    metadata,
    name,
    phone
  } = customer
  const made =
    places.customers.get(id) ??
    (await client.customers.list(brandId, { externalId, limit: 1 })).data[0]?.id ??
    (await withPhone(client, brandId, phone)) ??
    (
      await client.customers.create(
        brandId,
        {
          externalId,
          ...given({ name, avatarUrl, isBlocked, metadata, phone, companyId: places.companies.get(companyId ?? "") })
        },
        once(id)
      )
    ).id
  places.customers.set(id, made)
  return made
}

const withPhone = async (client: Trunkline, brandId: string, phone: string | undefined) =>
  phone === undefined
    ? undefined
    : (await client.customers.search(brandId, { q: phone })).find((one) => one.phone === phone)?.id

const unlessTaken = (error: unknown): void => {
  if (takenField(error) === undefined) throw error
}

const takenField = (error: unknown): unknown =>
  error instanceof ApiError &&
  error.code === "already_exists" &&
  error.problem !== undefined &&
  "field" in error.problem
    ? error.problem.field
    : undefined
