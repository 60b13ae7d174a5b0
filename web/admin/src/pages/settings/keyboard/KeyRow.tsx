import { useRef } from "react"
import { keyClashes } from "../../../app/keyClashes.ts"
import { Button } from "../../../ui/Button.tsx"
import { Kbd } from "../../../ui/Kbd.tsx"
import { KeyCapture } from "./KeyCapture.tsx"

/** A command as the settings show it. */
interface KeyedCommand {
  readonly id: string
  readonly label: string
  readonly group: string
  /** The default keys. */
  readonly own: string
  /** The current keys; `undefined` if turned off. */
  readonly keys: string | undefined
}

interface Props {
  readonly command: KeyedCommand
  readonly all: ReadonlyArray<KeyedCommand>
  /** Whether its keys are being chosen. */
  readonly isChanged: boolean
  readonly change: (on: boolean) => void
  /** `null` turns the keys off, `undefined` restores the defaults. */
  readonly choose: (keys: string | null | undefined) => void
}

/** One command, its keys, and the actions on them. */
export function KeyRow({ command, all, isChanged, change, choose }: Props) {
  const { id, keys, label, own } = command
  const button = useRef<HTMLButtonElement>(null)
  const refusalOf = (wanted: string) => {
    const [other] = keyClashes(id, wanted, all)
    return other === undefined
      ? undefined
      : `“${other.label}” already uses these keys. Choose others, or change or switch off that shortcut first.`
  }
  const done = (act: () => void) => {
    act()
    // By then, the row has its final content.
    setTimeout(() => button.current?.focus())
  }
  return (
    <li className="flex flex-wrap items-center gap-2 py-1.5">
      <span className="min-w-40 flex-1">{label}</span>
      {isChanged ? (
        <KeyCapture
          label={label}
          refusalOf={refusalOf}
          keep={(wanted) => done(() => choose(wanted === own ? undefined : wanted))}
          cancel={() => done(() => change(false))}
        />
      ) : (
        <span className="ml-auto flex flex-wrap items-center justify-end gap-2">
          <span className="min-w-16 text-end">
            {keys === undefined ? <span className="text-soft">off</span> : <Kbd always keys={keys} />}
          </span>
          <Button ref={button} aria-label={`Change keys for ${label}`} onClick={() => change(true)}>
            Change
          </Button>
          {keys === undefined ? undefined : (
            <Button kind="quiet" aria-label={`Switch off ${label}`} onClick={() => choose(null)}>
              Switch off
            </Button>
          )}
          {keys === own ? undefined : (
            <Button kind="quiet" aria-label={`Reset ${label}`} onClick={() => choose(undefined)}>
              Reset
            </Button>
          )}
        </span>
      )}
    </li>
  )
}
