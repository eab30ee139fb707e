import { timelineCategories } from '../../lib/shared/text/site-messages.ts';
import { initial } from '../../lib/shared/page/placeholder.ts';
import { urls } from '../../lib/shared/addresses/urls.ts';
import { isSocialNetwork, networks } from '../../lib/shared/addresses/social-networks.ts';
import { formatDay } from '../../lib/shared/text/dates.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { Facts } from '../ui/fetched.tsx';
import { WithProfile } from './WithProfile.tsx';

/** The profile of the logged-in account while nobody else may see it. It has no apps yet. */
export default function OwnProfile() {
  return (
    <WithProfile>
      {(user) => {
        const joined = formatDay(user.date_joined);
        const details = [
          ['Email', user.email],
          ['Mobile', user.phone_no],
          ['Address', user.address],
          ['Country', user.country],
          ['About me', user.about_me],
          ['Tags', user.tags.join(', ')],
          ['Joined', joined],
        ].flatMap(([label, value]) => (value ? [[label, value] as const] : []));
        const links = Object.entries(user.social_account_dict);
        return (
          <section className="sheet stack own-profile">
            <div className="cluster">
              <span className="avatar" aria-hidden="true">
                {initial(user.firstname)}
              </span>
              <h2>{user.name}</h2>
              <a className="button quiet" href={urls.updateProfile()}>
                Edit
              </a>
            </div>
            <Facts className="stack" of={details} />
            <h2>Social profiles</h2>
            {links.length === 0 && <p className="soft">{messages.user.noAccounts}</p>}
            <ul>
              {links.map(([network, href]) => (
                <li key={network}>
                  <a href={href} rel="me ugc nofollow">
                    {isSocialNetwork(network) ? networks[network].name : network}
                  </a>
                </li>
              ))}
            </ul>
            <h2>Apps</h2>
            <p className="soft">{messages.user.noApps}</p>
            <h2>Timeline</h2>
            <p className="soft">
              {joined}: {timelineCategories.SIGNUP}
            </p>
          </section>
        );
      }}
    </WithProfile>
  );
}
