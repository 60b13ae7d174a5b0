import { useRef, useState } from "react"
import { isComposing } from "../../../message/isComposing.ts"
import { becameOf } from "../forms/useDraft.ts"
import { messageOf } from "../ui/errors.ts"
import { FieldInput, type ShownField } from "./FieldInput.tsx"
import { enteredIn, type InputKind, kindOf, textOf } from "./fieldValue.ts"

/** Kinds of input that save each choice at once. All others save when left, or on Enter. */
const chosenAtOnce: ReadonlySet<InputKind> = new Set(["boolean", "select", "multiselect"])

interface Props {
  readonly field: ShownField
  /** The saved value. */
  readonly value: unknown
  /** Saves another value; `undefined` for none. */
  readonly save: (value: unknown, kind: InputKind) => Promise<void>
}

/** A field of a record that saves itself. A refused value stays in the input, with the reason; Escape reverts it. */
export function SavedField({ field, value, save }: Props) {
  const kind = kindOf(field, value)
  const saved = textOf(kind, value)
  /** The text when editing began, and the edited text. */
  const [edit, setEdit] = useState<{ readonly from: string; readonly to: string }>()
  const draft = edit?.to
  /** Texts sent from here: finding one of them saved is not somebody else's change. */
  const [ours, setOurs] = useState<ReadonlySet<string>>(new Set())
  const isOvertaken = edit !== undefined && ![edit.from, edit.to, ...ours].includes(saved)
  const [problem, setProblem] = useState<string>()
  /** The last save in progress. Another choice may be made meanwhile, and is saved after it. */
  const underWay = useRef<{ readonly text: string; readonly end: Promise<unknown> }>(undefined)
  const submit = async (text: string | undefined) => {
    if (text === undefined || text === underWay.current?.text) return
    const entered = enteredIn(kind, text)
    if ("problem" in entered) return setProblem(entered.problem)
    setProblem(undefined)
    const before = underWay.current
    // An unchanged text does not revert what somebody else has saved.
    if ((text === saved && before === undefined) || (isOvertaken && text === edit?.from)) return setEdit(undefined)
    setOurs((texts) => new Set(texts).add(text))
    const saving = Promise.allSettled([before?.end]).then(() => save(entered.value, kind))
    const own = { text, end: saving }
    underWay.current = own
    try {
      await saving
      // What was typed meanwhile is not saved yet.
      setEdit((current) => (current?.to === text ? undefined : current))
    } catch (error) {
      // A later choice is already being saved.
      if (underWay.current === own) setProblem(`Not saved: ${messageOf(error)}`)
    } finally {
      if (underWay.current === own) underWay.current = undefined
    }
  }
  const isMissing = field.required && value === undefined && draft === undefined
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears the keys of the input within
    <div
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) void submit(draft)
      }}
      onKeyDown={(event) => {
        if (isComposing(event.nativeEvent)) return
        const isOneLine = event.target instanceof HTMLInputElement && event.target.type !== "checkbox"
        if (event.key === "Enter" && isOneLine) void submit(draft)
        else if (event.key === "Escape" && draft !== undefined) {
          setEdit(undefined)
          setProblem(undefined)
          event.stopPropagation()
        }
      }}
    >
      <FieldInput
        field={field}
        kind={kind}
        text={draft ?? saved}
        error={problem ?? (isMissing ? "This field is required" : undefined)}
        onChange={(text) => {
          setEdit({ from: edit?.from ?? saved, to: text })
          if (chosenAtOnce.has(kind)) void submit(text)
        }}
      />
      <p role="status" className="text-sm wrap-anywhere text-warn empty:hidden">
        {isOvertaken ? becameOf(saved === "" ? null : saved) : ""}
      </p>
    </div>
  )
}
