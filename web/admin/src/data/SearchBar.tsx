import { useNavigate } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { Field, Select, TextInput } from "../ui/Field.tsx"
import { Options } from "../ui/Options.tsx"
import { useBrands } from "./brands.ts"
import { useSearchText } from "./useSearchText.ts"

interface Props {
  /** What the search is for, in words. */
  readonly label: string
  readonly q: string
  readonly brandSlug: string | undefined
  readonly children?: ReactNode
}

/** A search box and a choice of brand that narrow a list. Both are in the address. */
export function SearchBar({ label, q, brandSlug, children }: Props) {
  const navigate = useNavigate()
  const brands = useBrands().data ?? []
  const [text, setText] = useSearchText(
    q,
    (text) => void navigate({ to: ".", search: { q: text, brand: brandSlug }, replace: true })
  )
  return (
    <search className="flex flex-wrap items-end gap-3">
      <Field label={label} className="min-w-60 flex-1">
        <TextInput type="search" maxLength={200} value={text} onChange={(event) => setText(event.target.value)} />
      </Field>
      {brands.length < 2 ? undefined : (
        <Field label="Brand" className="w-48">
          <Select
            value={brandSlug ?? ""}
            onChange={(event) => void navigate({ to: ".", search: { q, brand: event.target.value } })}
          >
            <Options of={brands.map(({ name, slug }) => [slug, name])} />
          </Select>
        </Field>
      )}
      {children}
    </search>
  )
}
