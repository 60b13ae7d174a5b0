import type { ApiKey, Brand } from "@trunkline/sdk"
import { FilterWords } from "../../../forms/FilterWords.tsx"
import { Field, Select, TextInput } from "../../../ui/Field.tsx"
import { Options } from "../../../ui/Options.tsx"
import { localOf, momentOf, type RequestSearch } from "./requestSearch.ts"

const answers: ReadonlyArray<readonly [status: string, label: string]> = [
  ["2xx", "succeeded"],
  ["4xx,5xx", "refused or failed"],
  ["4xx", "refused"],
  ["401", "401: no valid key"],
  ["403", "403: not allowed"],
  ["404", "404: not found"],
  ["409", "409: conflict"],
  ["412", "412: outdated version"],
  ["429", "429: rate limited"],
  ["5xx", "failed"]
]
const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"].map((method) => [method, method] as const)

/** Filters that are rarely used; shown if the address has any of them. */
const rare = ["method", "brand", "operation", "path", "from", "until"] as const

interface Props {
  readonly search: RequestSearch
  readonly keys: ReadonlyArray<ApiKey>
  readonly brands: ReadonlyArray<Brand>
  /** Pushes a new address, so that "back" returns to the previous list, or replaces the current one. */
  readonly narrow: (more: RequestSearch, replace?: boolean) => void
}

/** The filters of the list of requests, all of them in the address. */
export function RequestFilters({ search, keys, brands, narrow }: Props) {
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-3">
        <Choice
          label="Key"
          value={search.key}
          options={keys.map(({ id, name, prefix }) => [id, `${name} (${prefix}…)`])}
          choose={(key) => narrow({ key })}
        />
        <Choice label="Response" value={search.status} options={answers} choose={(status) => narrow({ status })} />
        <FilterWords
          label="Request id"
          hint="Opens the request"
          value={search.request}
          write={(request) => narrow({ request }, true)}
        />
      </div>
      <details open={rare.some((name) => search[name] !== undefined && search[name] !== "")}>
        <summary className="w-fit cursor-pointer py-1 text-sm text-accent">More filters</summary>
        <div className="flex flex-wrap gap-3 pt-1">
          <Choice label="Method" value={search.method} options={methods} choose={(method) => narrow({ method })} />
          <Choice
            label="Brand"
            value={search.brand}
            options={brands.map(({ name, slug }) => [slug, name])}
            choose={(brand) => narrow({ brand })}
          />
          <FilterWords
            label="Operation"
            hint="For example, tickets.create"
            value={search.operation}
            write={(operation) => narrow({ operation })}
          />
          <FilterWords
            label="Path"
            hint="Beginning of the path"
            value={search.path}
            write={(path) => narrow({ path })}
          />
          <Moment label="Since" value={search.from} write={(from) => narrow({ from }, true)} />
          <Moment label="Until" value={search.until} write={(until) => narrow({ until }, true)} />
        </div>
      </details>
    </div>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly value: string | undefined
  readonly options: ReadonlyArray<readonly [value: string, label: string]>
  readonly choose: (value: string) => void
}

/** A choice of one value. It also offers the address's own, such as a revoked key. */
function Choice({ label, value = "", options, choose }: ChoiceProps) {
  const isKnown = value === "" || options.some(([known]) => known === value)
  return (
    <Field label={label} className="w-40">
      <Select value={value} onChange={(event) => choose(event.target.value)}>
        <option value="">all</option>
        <Options of={isKnown ? options : [...options, [value, value]]} />
      </Select>
    </Field>
  )
}

interface MomentProps {
  readonly label: string
  readonly value: string | undefined
  readonly write: (moment: string | undefined) => void
}

function Moment({ label, value, write }: MomentProps) {
  return (
    <Field label={label} className="w-52">
      <TextInput
        type="datetime-local"
        value={localOf(value)}
        onChange={(event) => write(momentOf(event.target.value))}
      />
    </Field>
  )
}
