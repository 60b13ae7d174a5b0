import type { types } from "@slack/bolt"
import { plain, shortened } from "./blockKit.ts"

/** A brand to choose from. */
export interface BrandChoice {
  readonly id: string
  readonly name: string
}

/** Characters of an option's label, and options that a list holds at once. */
const choices = { length: 75, most: 100 } as const

export const option = (value: string, label: string): types.PlainTextOption => ({
  text: plain(shortened(label, choices.length)),
  value
})

/**
 * A list to choose a brand from, with the first of `brands` preselected. If there are more than a list holds, Slack asks us
 * for those that match what somebody types.
 */
export const brandSelect = (brands: ReadonlyArray<BrandChoice>): types.StaticSelect | types.ExternalSelect => {
  const [first] = brands
  const initial = first === undefined ? {} : { initial_option: option(first.id, first.name) }
  return brands.length > choices.most
    ? { type: "external_select", action_id: "value", min_query_length: 0, ...initial }
    : { type: "static_select", action_id: "value", options: brands.map(({ id, name }) => option(id, name)), ...initial }
}

/** The brands whose names contain what somebody typed, in their order, as many as Slack shows. */
export const fittingBrands = (brands: ReadonlyArray<BrandChoice>, typed: string): ReadonlyArray<BrandChoice> => {
  const wanted = typed.trim().toLowerCase()
  return brands.filter(({ name }) => name.toLowerCase().includes(wanted)).slice(0, choices.most)
}
