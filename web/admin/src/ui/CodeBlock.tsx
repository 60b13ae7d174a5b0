import { CopyButton } from "./CopyButton.tsx"

/** Text to read or copy verbatim: a command, a secret or a payload. */
export function CodeBlock({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <div className="flex items-start rounded-md border border-line bg-back">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <section className="max-h-96 min-w-0 flex-1 overflow-auto p-3" tabIndex={0} aria-label={label}>
        <pre className="font-mono text-xs leading-5">{text}</pre>
      </section>
      <div className="p-1.5">
        <CopyButton text={text} label={`Copy: ${label}`} />
      </div>
    </div>
  )
}
