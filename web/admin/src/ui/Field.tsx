import { type ComponentProps, createContext, type ReactNode, useContext, useId } from "react"

interface FieldIds {
  readonly id: string
  readonly describedBy: string | undefined
  readonly invalid: boolean
}

const FieldContext = createContext<FieldIds | undefined>(undefined)

interface Props {
  readonly label: ReactNode
  /** What to enter, shown while nothing is wrong. */
  readonly hint?: ReactNode
  /** What is wrong with it: `fieldError(error, "name")` takes it from the API's answer. */
  readonly error?: string | undefined
  /** Shows the label only to screen readers. */
  readonly hideLabel?: boolean
  readonly children: ReactNode
  readonly className?: string
}

/** An input with its label, hint and error, tied together for assistive technology. Contains one of the inputs below. */
export function Field({ label, hint, error, hideLabel = false, children, className = "" }: Props) {
  const id = useId()
  const describedBy = error !== undefined ? `${id}-error` : hint !== undefined ? `${id}-hint` : undefined
  return (
    <div className={`flex flex-col gap-1 ${className}`}>
      <label htmlFor={id} className={hideLabel ? "sr-only" : "text-sm font-medium"}>
        {label}
      </label>
      <FieldContext value={{ id, describedBy, invalid: error !== undefined }}>{children}</FieldContext>
      {error !== undefined ? (
        <p id={`${id}-error`} className="text-sm text-bad">
          {error}
        </p>
      ) : hint !== undefined ? (
        <p id={`${id}-hint`} className="text-sm text-soft wrap-anywhere">
          {hint}
        </p>
      ) : undefined}
    </div>
  )
}

const inputClass =
  "min-h-9 w-full min-w-0 rounded-md border border-edge bg-card px-2.5 py-1.5 text-base text-ink aria-invalid:border-bad disabled:opacity-60"

const useField = () => {
  const field = useContext(FieldContext)
  return field === undefined
    ? {}
    : { id: field.id, "aria-describedby": field.describedBy, "aria-invalid": field.invalid || undefined }
}

export function TextInput({ className = "", ...rest }: ComponentProps<"input">) {
  return <input type="text" dir="auto" {...useField()} {...rest} className={`${inputClass} ${className}`} />
}

export function TextArea({ className = "", ...rest }: ComponentProps<"textarea">) {
  return <textarea rows={4} dir="auto" {...useField()} {...rest} className={`${inputClass} ${className}`} />
}

/** The browser's own list, which works on phones, with a keyboard and for screen readers. */
export function Select({ className = "", ...rest }: ComponentProps<"select">) {
  return <select {...useField()} {...rest} className={`${inputClass} ${className}`} />
}

/** A checkbox with its label. Used without a `Field`. */
export function Checkbox({
  label,
  hint,
  className = "",
  ...rest
}: ComponentProps<"input"> & { readonly label: ReactNode; readonly hint?: ReactNode }) {
  const id = useId()
  return (
    <div className={`flex gap-2 ${className}`}>
      <input
        type="checkbox"
        id={id}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        {...rest}
        className="mt-0.5 size-4 shrink-0 accent-accent"
      />
      <div className="min-w-0">
        <label htmlFor={id} className="text-base wrap-anywhere">
          {label}
        </label>
        {hint === undefined ? undefined : (
          <p id={`${id}-hint`} className="text-sm text-soft wrap-anywhere">
            {hint}
          </p>
        )}
      </div>
    </div>
  )
}
