import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react"
import { isComposing } from "../../../message/isComposing.ts"
import { Button } from "../ui/Button.tsx"
import { Dot } from "../ui/Dot.tsx"
import { messageOf } from "../ui/errors.ts"
import { Icon } from "../ui/Icon.tsx"
import { Kbd } from "../ui/Kbd.tsx"
import { openModal } from "../ui/topDialog.ts"
import { folded, matching } from "./matching.ts"
import { createdPrefix, type Option, useOpenPick } from "./picks.ts"

/** The picker for commands, statuses, people and tags: a combobox with a listbox. */
export default function PickerDialog() {
  const pick = useOpenPick()
  return pick === undefined ? undefined : <Picker key={pick.title} pick={pick} />
}

function Picker({ pick }: { readonly pick: NonNullable<ReturnType<typeof useOpenPick>> }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  /** The element that had the focus. Set only once, since React runs effects twice in development. */
  const before = useRef<Element>(null)
  const [text, setText] = useState("")
  const [at, setAt] = useState(0)
  const [chosen, setChosen] = useState<ReadonlyArray<string>>(pick.chosen ?? [])
  const { error, found, isSearching, search } = useFound(pick.options, text)
  const isMany = pick.chosen !== undefined
  const created = text.trim()
  const isNew =
    pick.create !== undefined && created !== "" && !found.some(({ label }) => folded(label) === folded(created))
  const options = isNew
    ? [...found, { id: `${createdPrefix}${created}`, label: pick.create?.(created) ?? created }]
    : found
  // While a search runs, the options are those for an earlier text, so none is marked.
  const marked = isSearching ? undefined : options[Math.min(at, options.length - 1)]

  useEffect(() => {
    before.current ??= document.activeElement
    const close = dialog.current === null ? undefined : openModal(dialog.current)
    return () => {
      close?.()
      if (before.current instanceof HTMLElement) before.current.focus()
    }
  }, [])
  useEffect(() => {
    if (marked !== undefined) document.getElementById(`${id}-${marked.id}`)?.scrollIntoView({ block: "nearest" })
  }, [id, marked])

  const choose = (option: Option) => {
    if (!isMany) return pick.answer([option.id])
    setChosen((ids) => (ids.includes(option.id) ? ids.filter((one) => one !== option.id) : [...ids, option.id]))
    setText("")
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // The key only ends a word composed in an input method, as for Chinese or Japanese.
    if (isComposing(event.nativeEvent)) return
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0
    if (step !== 0 && options.length > 0) {
      event.preventDefault()
      setAt((Math.min(at, options.length - 1) + step + options.length) % options.length)
    } else if (event.key === "Enter" && !(event.target instanceof HTMLButtonElement)) {
      event.preventDefault()
      if (isMany && (event.metaKey || event.ctrlKey)) pick.answer(chosen)
      else if (marked !== undefined) choose(marked)
      else if (error !== undefined) search()
    }
  }

  return (
    <dialog
      ref={dialog}
      aria-label={pick.title}
      onCancel={(event) => {
        event.preventDefault()
        pick.answer(isMany ? chosen : undefined)
      }}
      onClick={(event) => {
        if (event.target === dialog.current) pick.answer(isMany ? chosen : undefined)
      }}
      onKeyDown={onKeyDown}
      className="mx-auto mt-[12dvh] mb-auto w-[calc(100vw-2rem)] max-w-lg rounded-lg border border-line bg-raised p-0 text-ink shadow-2xl"
    >
      <div className="flex items-center gap-2 border-b border-line px-3">
        <Icon name="search" className="text-soft" />
        <input
          role="combobox"
          aria-label={pick.title}
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={marked === undefined ? undefined : `${id}-${marked.id}`}
          autoComplete="off"
          spellCheck={false}
          autoFocus
          placeholder={pick.placeholder ?? pick.title}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setAt(0)
          }}
          className="h-11 min-w-0 flex-1 bg-transparent text-lg outline-none"
        />
      </div>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={pick.title}
        aria-multiselectable={isMany || undefined}
        className="max-h-[50dvh] overflow-y-auto p-1"
      >
        {options.map((option) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are taken where the text is typed
          <div
            key={option.id}
            id={`${id}-${option.id}`}
            role="option"
            tabIndex={-1}
            data-marked={option === marked || undefined}
            aria-selected={isMany ? chosen.includes(option.id) : option === marked}
            onClick={() => choose(option)}
            onPointerMove={() => setAt(options.indexOf(option))}
            className={`flex min-h-9 cursor-default items-center gap-2 rounded px-2 ${option === marked ? "bg-chosen" : ""}`}
          >
            {isMany ? <Icon name="check" className={chosen.includes(option.id) ? "" : "invisible"} /> : undefined}
            {option.color === undefined ? undefined : <Dot color={option.color} />}
            <span dir="auto" className="min-w-0 flex-1 truncate">
              {option.label}
              {option.hint === undefined ? undefined : <span className="ml-2 text-soft">{option.hint}</span>}
            </span>
            {option.keys === undefined ? undefined : <Kbd keys={option.keys} />}
          </div>
        ))}
      </div>
      <p role="status" className={options.length === 0 ? "px-4 pb-3 text-soft" : "sr-only"}>
        {isSearching
          ? "Searching…"
          : options.length > 0
            ? `${options.length} options`
            : error === undefined
              ? "No matches"
              : messageOf(error)}
      </p>
      {error === undefined ? undefined : (
        <div className="px-4 pb-3">
          <Button onClick={search}>Try again</Button>
        </div>
      )}
      {isMany ? (
        <div className="flex items-center justify-end gap-2 border-t border-line px-3 py-1.5 text-xs text-soft">
          <p className="flex-1 pointer-coarse:hidden">
            <Kbd keys="Enter" /> chooses, <Kbd keys="Escape" /> or <Kbd keys="Mod+Enter" /> closes and keeps
          </p>
          <Button onClick={() => pick.answer(chosen)}>Done</Button>
        </div>
      ) : undefined}
    </dialog>
  )
}

/** The options for a text. A search waits until typing pauses. */
const useFound = (options: NonNullable<ReturnType<typeof useOpenPick>>["options"], text: string) => {
  const [outcome, setOutcome] = useState<Outcome>({ found: [], isSearching: true })
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try searches anew
  useEffect(() => {
    if (typeof options !== "function") return
    let isOver = false
    setOutcome(({ found }) => ({ found, isSearching: true }))
    const end = (outcome: Outcome) => {
      if (!isOver) setOutcome(outcome)
    }
    const timer = setTimeout(
      () =>
        void options(text).then(
          (found) => end({ found, isSearching: false }),
          (error: unknown) => end({ found: [], isSearching: false, error })
        ),
      150
    )
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [options, text, tries])
  const shown = typeof options === "function" ? outcome : { found: matching(options, text), isSearching: false }
  return { ...shown, search: () => setTries(tries + 1) }
}

interface Outcome {
  readonly found: ReadonlyArray<Option>
  readonly isSearching: boolean
  readonly error?: unknown
}
