/** The shape of lines that are loading; appears only after 200 ms. */
export function Skeleton({ lines = 3 }: { readonly lines?: number }) {
  return (
    <div role="status" aria-label="Loading" className="appear-late flex flex-col gap-2 p-4">
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines without identity
        <div key={index} className={`h-4 rounded bg-hover ${index % 3 === 2 ? "w-1/2" : "w-full"}`} />
      ))}
    </div>
  )
}

/** The shape of a whole page that is loading. */
export function PageSkeleton() {
  return (
    <div className="mx-auto w-full max-w-4xl p-4">
      <Skeleton lines={8} />
    </div>
  )
}
