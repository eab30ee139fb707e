import { DeskPage } from '../shell/DeskPage.tsx';
import { LinkRules } from './LinkRules.tsx';
import { ReservedNames } from './ReservedNames.tsx';
import { Restrictions } from './Restrictions.tsx';

export default function RulesDesk() {
  return (
    <DeskPage part="rules" title="Rules">
      {() => (
        <>
          <p className="soft">A change counts at once, for whatever is published from then on.</p>
          <ReservedNames />
          <Restrictions />
          <LinkRules />
        </>
      )}
    </DeskPage>
  );
}
