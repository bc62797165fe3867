import type { Instruction } from '@vadium/client'
import { Button } from '../../figures/button.tsx'
import page from '../../figures/page.module.css'
import { Read } from '../../figures/read.tsx'
import { Empty } from '../../figures/states.tsx'
import { TableScroll } from '../../figures/table-scroll.tsx'
import { Age } from '../../figures/time.tsx'
import { Written } from '../../figures/written.tsx'
import { Title } from '../../figures/title.tsx'
import { stalledInstructionsQuery } from '../../service/operator-queries.ts'
import { useRead } from '../../service/read.ts'
import { useClient } from '../../service/service.tsx'
import { useWrite } from '../../service/write.ts'

/** The instructions that custodians have not answered for so long that a person must look. */
export function StalledInstructions() {
  return (
    <div className={page['screen']}>
      <Title>Stalled instructions</Title>
      <Read of={useRead(stalledInstructionsQuery)} what="the instructions">
        {(instructions) => (
          <>
            {instructions.length === 0 && <Empty>No instruction is stalled.</Empty>}
            <Rows instructions={instructions} />
          </>
        )}
      </Read>
    </div>
  )
}

function Rows({ instructions }: { readonly instructions: readonly Instruction[] }) {
  const client = useClient()
  const { written, isBusy, write } = useWrite<Instruction>()
  return (
    <>
      {instructions.length > 0 && (
        <TableScroll name="Stalled instructions">
          <table>
            <thead>
              <tr>
                <th>Custodian</th>
                <th>Transfer</th>
                <th>Id at the custodian</th>
                <th className="number">Attempts</th>
                <th>Last problem</th>
                <th>Created</th>
                <th>
                  <span className="visually-hidden">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {instructions.map((instruction) => (
                <tr key={instruction.transfer_id}>
                  <td>{instruction.custodian}</td>
                  <td>
                    <code>{instruction.transfer_id}</code>
                  </td>
                  <td>
                    <code>{instruction.external_transfer_id}</code>
                  </td>
                  <td className="number">{instruction.attempts}</td>
                  <td className="cut" title={instruction.last_error ?? undefined}>
                    {instruction.last_error ?? 'none'}
                  </td>
                  <td>
                    <Age of={instruction.create_time} />
                  </td>
                  <td>
                    <Button
                      className="button"
                      isDisabled={isBusy}
                      onPress={() => {
                        const { transfer_id } = instruction
                        void write((options) => client.instructions.resume(transfer_id, options))
                      }}
                    >
                      Resume
                    </Button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableScroll>
      )}
      <Written
        written={written}
        done={({ custodian, transfer_id }) => (
          <p>
            The instruction of transfer <code>{transfer_id}</code> is sent to {custodian} again,
            under the same id.
          </p>
        )}
      />
    </>
  )
}
