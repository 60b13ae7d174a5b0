import { CopyButton } from "./CopyButton.tsx"

/** Something to read or to copy as it is: a command, a secret, a payload. */
export function CodeBlock({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <div className="relative rounded-md border border-line bg-back">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <section className="max-h-96 overflow-auto p-3 pr-12" tabIndex={0} aria-label={label}>
        <pre className="font-mono text-xs leading-5">{text}</pre>
      </section>
      <div className="absolute top-1.5 right-1.5 rounded-md bg-card">
        <CopyButton text={text} label={`Copy: ${label}`} />
      </div>
    </div>
  )
}
