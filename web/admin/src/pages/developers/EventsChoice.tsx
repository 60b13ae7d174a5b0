import { Checkbox } from "../../ui/Field.tsx"
import { eventGroups, eventNames } from "./eventCatalogue.ts"

interface Props {
  readonly chosen: ReadonlyArray<string>
  readonly onChange: (events: ReadonlyArray<string>) => void
  readonly error?: string | undefined
}

/** Chooses events: all, whole groups or single ones. A choice of a group includes its events. */
export function EventsChoice({ chosen, onChange, error }: Props) {
  const toggle = (name: string, on: boolean) => onChange(on ? [...chosen, name] : chosen.filter((one) => one !== name))
  const isAll = chosen.includes("*")
  const groups = eventGroups.filter((group) => group !== "*")
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="pb-1 text-sm font-medium">Events</legend>
      <Checkbox label="All events" checked={isAll} onChange={(event) => onChange(event.target.checked ? ["*"] : [])} />
      {isAll ? undefined : (
        <div className="grid gap-x-4 gap-y-2 md:grid-cols-2">
          {groups.map((group) => {
            const isWhole = chosen.includes(group)
            const members = eventNames.filter((name) => name.startsWith(group.slice(0, -1)))
            return (
              <div key={group} className="flex flex-col gap-1">
                <Checkbox
                  label={<code className="font-mono text-sm">{group}</code>}
                  checked={isWhole}
                  onChange={(event) => {
                    const others = chosen.filter((one) => !one.startsWith(group.slice(0, -1)))
                    onChange(event.target.checked ? [...others, group] : others)
                  }}
                />
                {isWhole
                  ? undefined
                  : members.map((name) => (
                      <Checkbox
                        key={name}
                        className="ml-6"
                        label={<code className="font-mono text-xs">{name}</code>}
                        checked={chosen.includes(name)}
                        onChange={(event) => toggle(name, event.target.checked)}
                      />
                    ))}
              </div>
            )
          })}
        </div>
      )}
      {error === undefined ? undefined : <p className="text-sm text-bad">{error}</p>}
    </fieldset>
  )
}
