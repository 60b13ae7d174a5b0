/** An email address that breaks, if it must, before its domain. */
export function MailAddress({ children }: { readonly children: string | undefined }) {
  const domain = (children?.lastIndexOf("@") ?? -1) + 1
  return (
    <span className="wrap-anywhere">
      {children?.slice(0, domain)}
      <wbr />
      {children?.slice(domain)}
    </span>
  )
}
