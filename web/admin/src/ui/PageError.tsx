import { ErrorPanel } from "./ErrorPanel.tsx"

/** Shown in place of a page that could not be shown. */
export function PageError({ error, retry }: { readonly error: unknown; readonly retry: () => void }) {
  return (
    <div className="mx-auto max-w-2xl p-6">
      <h1 className="mb-3 text-xl font-semibold">This page could not be shown</h1>
      <ErrorPanel error={error} retry={retry} />
    </div>
  )
}
