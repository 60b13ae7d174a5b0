import type { Wire } from "./slackRecords.ts"

/** Largest length of input values (docs.slack.dev, Block elements). */
const mostTyped = 3000
const mostOptions = 100
const optionLength = 75
const mostFiles = 10
const elements: ReadonlySet<unknown> = new Set([
  "plain_text_input",
  "email_text_input",
  "static_select",
  "external_select",
  "users_select",
  "file_input",
  "checkboxes",
  "radio_buttons"
])

const isObject = (value: unknown): value is Wire => typeof value === "object" && value !== null && !Array.isArray(value)
const textOf = (value: unknown) => (isObject(value) && typeof value["text"] === "string" ? value["text"] : "")

const checkOptions = (element: Wire): ReadonlyArray<string> => {
  const options = Array.isArray(element["options"]) ? (element["options"] as ReadonlyArray<unknown>) : []
  const values = options.map((option) => (isObject(option) ? option["value"] : undefined))
  const first = element["initial_option"]
  return [
    ...(options.length === 0 || options.length > mostOptions ? ["1 to 100 options"] : []),
    ...(new Set(values).size === values.length ? [] : ["option twice"]),
    ...(options.some((option) => isObject(option) && textOf(option["text"]).length > optionLength)
      ? ["option over 75"]
      : []),
    ...(options.some((option) => !isObject(option) || textOf(option["text"]) === "") ? ["option without text"] : []),
    ...(isObject(first) && !values.includes(first["value"]) ? ["initial_option is no option"] : [])
  ]
}

/** What Slack rejects about an input block. */
export const checkInput = (block: Wire): ReadonlyArray<string> => {
  const { element, hint, label } = block
  if (!isObject(element) || !elements.has(element["type"])) return ["input without element"]
  const most = element["max_length"] ?? mostTyped
  const initial = element["initial_value"]
  return [
    ...(textOf(label) === "" || textOf(label).length > 2000 ? ["label"] : []),
    ...(textOf(hint).length > 2000 ? ["hint over 2000"] : []),
    ...(typeof element["action_id"] === "string" ? [] : ["no action_id"]),
    ...(Number(most) > mostTyped ? ["max_length over 3000"] : []),
    ...(typeof initial === "string" && initial.length > Number(most) ? ["initial_value over max_length"] : []),
    ...(initial === "" ? ["initial_value is empty"] : []),
    ...(element["type"] === "static_select" ? checkOptions(element) : []),
    ...(Number(element["max_files"] ?? 1) > mostFiles ? ["max_files over 10"] : [])
  ]
}
