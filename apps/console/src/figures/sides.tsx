/** Who lends and who borrows, by name: on paper, "we" is nobody. */
export function Sides({
  of: { lender_name: lender, borrower_name: borrower },
}: {
  readonly of: { readonly lender_name: string; readonly borrower_name: string }
}) {
  return (
    <p className="print-only">
      Lender: {lender}. Borrower: {borrower}.
    </p>
  )
}
