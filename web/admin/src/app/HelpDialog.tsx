import { Link } from "@tanstack/react-router"
import { Dialog } from "../ui/Dialog.tsx"
import { Kbd } from "../ui/Kbd.tsx"
import { useCurrentCommands } from "./commands.ts"
import { SingleKeys } from "./SingleKeys.tsx"

/** Lists every key that works on the current page. */
export default function HelpDialog({ onClose }: { readonly onClose: () => void }) {
  const commands = useCurrentCommands().filter(({ keys }) => keys !== undefined)
  const groups = [...new Set(commands.map(({ group }) => group))]
  return (
    <Dialog title="Keyboard shortcuts" size="large" onClose={onClose}>
      <div className="mb-4 flex flex-wrap items-start justify-between gap-3">
        <SingleKeys />
        <Link to="/settings/keyboard" onClick={onClose} className="text-accent underline">
          Customize shortcuts
        </Link>
      </div>
      <div className="columns-1 gap-8 md:columns-2">
        {groups.map((group) => (
          <section key={group} className="mb-4 break-inside-avoid">
            <h3 className="mb-1 text-sm font-semibold text-soft">{group}</h3>
            <dl>
              {commands
                .filter((command) => command.group === group)
                .map(({ id, keys, label }) => (
                  <div key={id} className="flex items-center justify-between gap-4 py-0.5">
                    <dt>{label}</dt>
                    <dd>
                      <Kbd always keys={keys ?? ""} />
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
