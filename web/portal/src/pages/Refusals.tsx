/** Shows above a form why it was refused. */
export const Refusals = ({ refusals }: { readonly refusals: ReadonlyArray<string> }) =>
  refusals.length === 0 ? null : (
    <div class="bad" role="alert">
      {refusals.map((refusal) => (
        <p key={refusal}>{refusal}</p>
      ))}
    </div>
  )
