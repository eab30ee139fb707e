import { siteApi } from '../../../lib/client/api/desk/site-api.ts';
import { useLoaded } from '../loading/use-loaded.ts';
import { WithLoaded } from '../loading/WithLoaded.tsx';
import { DeskPage } from '../shell/DeskPage.tsx';
import { AnnouncementForm } from './AnnouncementForm.tsx';
import { ContactForm } from './ContactForm.tsx';
import { DataPriceForm } from './DataPriceForm.tsx';

export default function SettingsDesk() {
  return (
    <DeskPage part="settings" title="Settings">
      {({ role }) => <Settings isAdmin={role === 'admin'} />}
    </DeskPage>
  );
}

function Settings({ isAdmin }: { isAdmin: boolean }) {
  const loaded = useLoaded('settings', siteApi.settings);
  return (
    <>
      <p className="soft">
        {isAdmin ? 'A change counts at once, on every page.' : 'Only admins change these settings.'}
      </p>
      <WithLoaded loaded={loaded} waiting="Fetching the settings ...">
        {(settings) => (
          <div className="desk-settings">
            <section className="sheet" aria-labelledby="contact">
              <h2 id="contact">Contact address</h2>
              {isAdmin ? (
                <ContactForm settings={settings} onChange={loaded.reload} />
              ) : (
                <p>{settings.contact.email || settings.contact.default_email}</p>
              )}
            </section>
            <section className="sheet" aria-labelledby="data-price">
              <h2 id="data-price">Price of data</h2>
              {isAdmin ? (
                <DataPriceForm settings={settings} onChange={loaded.reload} />
              ) : (
                <p>
                  {settings.data_price.naira_per_gb ?? settings.data_price.default_naira_per_gb} naira a
                  gigabyte
                </p>
              )}
            </section>
            <section className="sheet" aria-labelledby="announcement">
              <h2 id="announcement">Announcement on every page</h2>
              {isAdmin ? (
                <AnnouncementForm settings={settings} onChange={loaded.reload} />
              ) : (
                <p>{settings.announcement.current?.text ?? 'There is none.'}</p>
              )}
            </section>
          </div>
        )}
      </WithLoaded>
    </>
  );
}
