import type { types } from "@slack/bolt"
import { Option, Result, Schema } from "effect"
import { isSeen } from "../../../src/domain/isSeen.ts"
import type { JsonObject } from "../../../src/domain/Json.ts"
import { type Priority, priorities } from "../../../src/domain/Ticket.ts"
import { customerAddress } from "../customerAddress.ts"
import { longestName, objectOf, objectsOf, textOf } from "../wire.ts"
import { plain, shortened } from "./blockKit.ts"
import { type BrandChoice, brandSelect, option } from "./brandSelect.ts"
import { form, type Window } from "./windows.ts"

export const ticketFormId = "new_ticket"
/** The id of the block in which the brand is chosen. */
export const brandField = "brand"

/** Characters that Slack accepts in one field. */
const longestField = 3000
/** Characters of a title; tickets allow 500, but this is a one-line field. */
export const longestTitle = 250
/** Files per form; Slack allows ten. */
const mostFiles = 10

const Name = Schema.String.check(Schema.isMaxLength(longestName))

/** The message that a ticket is created from. */
export const FormOrigin = Schema.Struct({ channel: Name, ts: Name, threadTs: Name })
export type FormOrigin = typeof FormOrigin.Type

/** The form's `private_metadata`: only ids, since whoever opens the form can read it. */
const FormIds = Schema.Struct({ brandId: Schema.optionalKey(Schema.String), origin: Schema.optionalKey(FormOrigin) })
const formIds = Schema.fromJsonString(FormIds)

/** What the form is prefilled with. */
export interface Prefilled {
  readonly title: string
  readonly description: string
  /** Only members of the team may enter whose ticket it is. */
  readonly isAgent: boolean
  /** Whether the app may read files. */
  readonly takesFiles: boolean
  /** The brands to choose from, the first of them preselected. */
  readonly brands: ReadonlyArray<BrandChoice>
  readonly origin?: FormOrigin | undefined
}

/** The contents of a submitted form. */
export interface FilledForm {
  readonly title: string
  readonly description: string
  readonly priority: Priority
  readonly email?: string | undefined
  readonly brandId?: string | undefined
  readonly files: ReadonlyArray<JsonObject>
  readonly origin?: FormOrigin | undefined
}

/** Why a form is rejected: sentences by block id. */
export type FormErrors = Readonly<Record<string, string>>

const input = (
  id: string,
  label: string,
  element: types.InputBlock["element"],
  options: { readonly optional?: boolean; readonly hint?: string } = {}
): types.KnownBlock => ({
  type: "input",
  block_id: id,
  label: plain(label),
  element,
  ...(options.optional === true ? { optional: true } : {}),
  ...(options.hint === undefined ? {} : { hint: plain(options.hint) })
})

const priorityOption = (priority: Priority) =>
  option(priority, `${priority.charAt(0).toUpperCase()}${priority.slice(1)}`)

const brandChoice = (brands: Prefilled["brands"]): ReadonlyArray<types.KnownBlock> =>
  brands.length < 2 ? [] : [input(brandField, "For", brandSelect(brands))]

const filled = (text: string, most: number) => (text === "" ? {} : { initial_value: shortened(text, most) })

/** The form for a new ticket. A ticket from a message takes its files from the message. */
export const ticketForm = ({ brands, description, isAgent, origin, takesFiles, title }: Prefilled): Window =>
  form({
    callbackId: ticketFormId,
    title: origin === undefined ? "New ticket" : "Create ticket",
    submit: "Create",
    metadata: Schema.encodeSync(formIds)({
      ...(brands[0] === undefined ? {} : { brandId: brands[0].id }),
      ...(origin === undefined ? {} : { origin })
    }),
    blocks: [
      ...brandChoice(brands),
      input("title", "Title", {
        type: "plain_text_input",
        action_id: "value",
        max_length: longestTitle,
        focus_on_load: true,
        ...filled(title, longestTitle)
      }),
      input(
        "description",
        "Description",
        {
          type: "plain_text_input",
          action_id: "value",
          multiline: true,
          max_length: longestField,
          // A description that does not fit is taken from the message itself, if there is one.
          ...(description.length > longestField && origin !== undefined ? {} : filled(description, longestField))
        },
        origin === undefined
          ? { optional: true }
          : { optional: true, hint: "Leave this empty to use the text of the message." }
      ),
      input("priority", "Priority", {
        type: "static_select",
        action_id: "value",
        options: priorities.map(priorityOption),
        initial_option: priorityOption("normal")
      }),
      ...(isAgent && origin === undefined
        ? [
            input(
              "email",
              "Customer",
              { type: "email_text_input", action_id: "value" },
              { optional: true, hint: "Their email address. Leave this empty if the ticket is for yourself." }
            )
          ]
        : []),
      ...(takesFiles && origin === undefined
        ? [
            input(
              "files",
              "Files",
              { type: "file_input", action_id: "value", max_files: mostFiles },
              { optional: true }
            )
          ]
        : [])
    ]
  })

/** Reads a submitted form. `view` is the one of its `view_submission`. */
export const readTicketForm = (view: JsonObject): Result.Result<FilledForm, FormErrors> => {
  const values = objectOf(objectOf(view["state"])["values"])
  const field = (id: string) => objectOf(objectOf(values[id])["value"])
  const title = (textOf(field("title")["value"]) ?? "").replace(/\s+/g, " ").trim()
  const description = (textOf(field("description")["value"]) ?? "").trim()
  const written = (textOf(field("email")["value"]) ?? "").trim()
  const email = customerAddress(written)
  const chosen = (id: string) => textOf(objectOf(field(id)["selected_option"])["value"])
  const errors: FormErrors = {
    ...(isSeen(title) ? {} : { title: "Enter a short title." }),
    ...(title.length > longestTitle ? { title: `Use at most ${longestTitle} characters.` } : {}),
    ...(description.length > longestField ? { description: `Use at most ${longestField} characters.` } : {}),
    ...(written !== "" && email === undefined ? { email: "Enter a valid email address." } : {})
  }
  if (Object.keys(errors).length > 0) return Result.fail(errors)
  const ids = Option.getOrElse(
    Schema.decodeUnknownOption(formIds)(view["private_metadata"]),
    (): typeof FormIds.Type => ({})
  )
  return Result.succeed({
    title,
    description,
    priority: priorities.find((priority) => priority === chosen("priority")) ?? "normal",
    brandId: chosen(brandField) ?? ids.brandId,
    origin: ids.origin,
    files: objectsOf(field("files")["files"]).slice(0, mostFiles),
    ...(email === undefined ? {} : { email })
  })
}
