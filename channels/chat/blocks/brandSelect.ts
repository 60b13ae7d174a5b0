import type { types } from "@slack/bolt"
import { plain, shortened } from "./blockKit.ts"

/** A brand that somebody may choose. */
export interface BrandChoice {
  readonly id: string
  readonly name: string
}

/** Characters of a choice, and choices that a list has at once. */
const choices = { length: 75, most: 100 } as const

export const option = (value: string, label: string): types.PlainTextOption => ({
  text: plain(shortened(label, choices.length)),
  value
})

/**
 * The list that a brand is chosen from, the first of `brands` suggested. Of more than Slack takes at once Slack asks us for
 * those that fit what somebody types.
 */
export const brandSelect = (brands: ReadonlyArray<BrandChoice>): types.StaticSelect | types.ExternalSelect => {
  const [first] = brands
  const initial = first === undefined ? {} : { initial_option: option(first.id, first.name) }
  return brands.length > choices.most
    ? { type: "external_select", action_id: "value", min_query_length: 0, ...initial }
    : { type: "static_select", action_id: "value", options: brands.map(({ id, name }) => option(id, name)), ...initial }
}

/** The brands whose names hold what somebody has typed, in their order, as many as Slack shows. */
export const fittingBrands = (brands: ReadonlyArray<BrandChoice>, typed: string): ReadonlyArray<BrandChoice> => {
  const wanted = typed.trim().toLowerCase()
  return brands.filter(({ name }) => name.toLowerCase().includes(wanted)).slice(0, choices.most)
}
