/** Somebody's initials. Pictures would have to be fetched from elsewhere, which reveals who is looking. */
export function Avatar({ name, size = 24 }: { readonly name: string; readonly size?: 20 | 24 | 32 }) {
  const words = name
    .replace(/@.*$/, "")
    .split(/[\s._-]+/)
    .filter((word) => word !== "")
  const initials = `${words[0]?.[0] ?? "?"}${words.length > 1 ? (words.at(-1)?.[0] ?? "") : ""}`.toUpperCase()
  const sizes = { 20: "size-5 text-[0.6rem]", 24: "size-6 text-[0.65rem]", 32: "size-8 text-xs" }
  return (
    <span
      aria-hidden="true"
      className={`inline-flex shrink-0 items-center justify-center rounded-full bg-line font-semibold text-ink ${sizes[size]}`}
    >
      {initials}
    </span>
  )
}
