import { ApiError, type Customer, type Trunkline } from "../../../sdk/src/index.ts"
import { given } from "./given.ts"
import { isThere } from "./isThere.ts"
import { once } from "./once.ts"

/** Where in the brand the records of the export are: their own ids are others. */
export class Places {
  readonly companies = new Map<string, string>()
  readonly categories = new Map<string, string>()
  /** Customers without an address; the others are found by theirs. */
  readonly customers = new Map<string, string>()
}

/** Makes a customer of an export in a brand, unless there is one with their address. */
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
    // A number is one customer's: whoever is there with it keeps it.
    if (takenField(error) === "phone")
      await client.customers.create(brandId, known, once(`${id}-without-phone`)).catch(unlessTaken)
    else unlessTaken(error)
  }
}

/** Whoever has no address: known by the number, or by the id that they had. Answers the id that they have now. */
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
