import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react"
import { flushSync } from "react-dom"
import { isComposing } from "../../../../message/isComposing.ts"
import type { Option } from "../../app/picks.ts"
import { Dot } from "../../ui/Dot.tsx"
import { TextInput } from "../../ui/Field.tsx"
import { completed, typedAt, typedValue } from "./searchQuery.ts"
import { useCompletions } from "./useCompletions.ts"
import type { KnownHere } from "./useKnown.ts"

interface Props {
  readonly value: string
  readonly onChange: (text: string) => void
  readonly known: KnownHere
}

/**
 * The search box: a combobox that offers filters and values for the part being typed. Nothing is marked by default, so Enter
 * accepts only an option that somebody has moved to.
 */
export function QueryBar({ value, onChange, known }: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [caret, setCaret] = useState(value.length)
  const [isOpen, setIsOpen] = useState(false)
  const [at, setAt] = useState(-1)
  const typed = typedAt(value, Math.min(caret, value.length))
  const options = useCompletions(typed, known, isOpen)
  const marked = options[at]
  const isShown = isOpen && options.length > 0

  useEffect(() => {
    document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: "nearest" })
  }, [id, at])

  const goTo = (text: string, next: number, open: boolean) => {
    setAt(-1)
    setIsOpen(open)
    setCaret(next)
    if (text !== value) onChange(text)
  }
  const choose = ({ id: chosen }: Option) => {
    const isName = typed.field === undefined
    const { text, caret: next } = completed(value, typed, isName ? `${chosen}:` : typedValue(chosen))
    flushSync(() => goTo(text, next, isName))
    input.current?.focus()
    input.current?.setSelectionRange(next, next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // The key only ends a word composed in an input method, as for Chinese or Japanese.
    if (isComposing(event.nativeEvent)) return
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0
    if (step !== 0) {
      if (!isShown) setIsOpen(true)
      else setAt(at < 0 && step < 0 ? options.length - 1 : (at + step + options.length) % options.length)
    } else if (isShown && (event.key === "Enter" || event.key === "Tab") && marked !== undefined) choose(marked)
    else if (event.key === "Enter" || (isShown && event.key === "Escape")) setIsOpen(false)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div className="relative">
      <TextInput
        ref={input}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={`${id}-list`}
        aria-activedescendant={isShown && marked !== undefined ? `${id}-${at}` : undefined}
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        value={value}
        maxLength={1000}
        onChange={({ target }) => goTo(target.value, target.selectionStart ?? target.value.length, true)}
        onSelect={({ currentTarget }) => {
          const next = currentTarget.selectionStart ?? value.length
          // Another part has other options, none of which is marked.
          if (next !== caret) setAt(-1)
          setCaret(next)
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setIsOpen(false)}
      />
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label="Filters"
        className={`${isShown ? "absolute" : "hidden"} inset-x-0 top-full z-20 mt-1 max-h-72 overflow-y-auto rounded-md border border-line bg-raised p-1 shadow-lg`}
      >
        {options.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are taken where the text is typed
          <div
            key={option.id}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={option === marked}
            // Keeps the focus in the text.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(option)}
            onPointerMove={() => setAt(index)}
            className={`flex min-h-8 cursor-default items-center gap-2 rounded px-2 text-sm ${option === marked ? "bg-chosen" : ""}`}
          >
            {option.color === undefined ? undefined : <Dot color={option.color} />}
            <span dir="auto" className="min-w-0 flex-1 truncate">
              {option.label}
              {option.hint === undefined ? undefined : <span className="text-soft"> {option.hint}</span>}
            </span>
          </div>
        ))}
      </div>
      <p role="status" className="sr-only">
        {isShown ? `${options.length} suggestions` : ""}
      </p>
    </div>
  )
}
