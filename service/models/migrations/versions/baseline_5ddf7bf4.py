"""The tables, made from the models by `python -m tests.migrations`. Do not edit."""

from alembic import op

revision = "baseline_5ddf7bf4"
down_revision = None

SQLITE = """\
CREATE TABLE account (
    id INTEGER NOT NULL,
    name VARCHAR(40) NOT NULL,
    display_name VARCHAR(40),
    email VARCHAR(254),
    mailbox VARCHAR(254),
    verified_at DATETIME,
    time_zone VARCHAR(64) NOT NULL,
    language VARCHAR(35),
    owner_id INTEGER,
    muted JSON NOT NULL,
    delivery VARCHAR(20) NOT NULL,
    board_words BOOLEAN NOT NULL,
    moves_held VARCHAR(20) NOT NULL,
    page_options JSON NOT NULL,
    idle_minutes INTEGER NOT NULL,
    digest_hour INTEGER NOT NULL,
    quiet_from INTEGER NOT NULL,
    quiet_to INTEGER NOT NULL,
    paused_until DATETIME,
    vacations JSON,
    unreachable_since DATETIME,
    suppressed_for VARCHAR(20),
    suppressed_at DATETIME,
    soft_bounces INTEGER,
    mail_failed_at DATETIME,
    nonce VARCHAR(8) NOT NULL,
    visitor_since DATETIME,
    network VARCHAR(22),
    hidden_since DATETIME,
    pushed_since DATETIME,
    feed_salt VARCHAR(102),
    silenced_until DATETIME,
    suspended_at DATETIME,
    created_at DATETIME NOT NULL,
    CONSTRAINT pk_account PRIMARY KEY (id),
    CONSTRAINT uq_account_name UNIQUE (name),
    CONSTRAINT uq_account_email UNIQUE (email),
    CONSTRAINT fk_account_owner_id FOREIGN KEY(owner_id) REFERENCES account (id)
);
CREATE INDEX ix_account_feed ON account (id) WHERE feed_salt IS NOT NULL;
CREATE INDEX ix_account_mail_failed ON account (mail_failed_at) WHERE mail_failed_at IS NOT NULL;
CREATE INDEX ix_account_mailbox ON account (mailbox) WHERE mailbox IS NOT NULL;
CREATE INDEX ix_account_owner_id ON account (owner_id) WHERE owner_id IS NOT NULL;
CREATE INDEX ix_account_suppressed ON account (suppressed_at) WHERE suppressed_at IS NOT NULL;
CREATE INDEX ix_account_unconfirmed ON account (created_at) WHERE verified_at IS NULL AND email IS NOT NULL;
CREATE INDEX ix_account_visitor ON account (id) WHERE visitor_since IS NOT NULL;
CREATE TABLE answer (
    scope VARCHAR(80) NOT NULL,
    "key" VARCHAR(255) NOT NULL,
    fingerprint VARCHAR(64) NOT NULL,
    encrypted BLOB NOT NULL,
    created_at DATETIME NOT NULL,
    CONSTRAINT pk_answer PRIMARY KEY (scope, "key")
);
CREATE INDEX ix_answer_created_at ON answer (created_at);
CREATE TABLE counter (
    name VARCHAR(40) NOT NULL,
    value INTEGER NOT NULL,
    CONSTRAINT pk_counter PRIMARY KEY (name)
);
CREATE TABLE departed_name (
    mark VARCHAR(16) NOT NULL,
    CONSTRAINT pk_departed_name PRIMARY KEY (mark)
);
CREATE TABLE dkim_key (
    selector VARCHAR(63) NOT NULL,
    public TEXT NOT NULL,
    encrypted BLOB NOT NULL,
    key_name VARCHAR(4) NOT NULL,
    created_at DATETIME NOT NULL,
    used_since DATETIME,
    ended_at DATETIME,
    CONSTRAINT pk_dkim_key PRIMARY KEY (selector)
);
CREATE TABLE inbound_content (
    id INTEGER NOT NULL,
    encrypted BLOB NOT NULL,
    CONSTRAINT pk_inbound_content PRIMARY KEY (id)
);
CREATE TABLE last_backup (
    id INTEGER NOT NULL,
    made_at DATETIME,
    failed_at DATETIME,
    failure TEXT,
    CONSTRAINT pk_last_backup PRIMARY KEY (id)
);
CREATE TABLE program_sign (
    program VARCHAR(20) NOT NULL,
    machine VARCHAR(253) NOT NULL,
    seen_at DATETIME NOT NULL,
    version VARCHAR(40) NOT NULL,
    key_name VARCHAR(4) NOT NULL,
    stopped_at DATETIME,
    CONSTRAINT pk_program_sign PRIMARY KEY (program, machine)
);
CREATE INDEX ix_program_sign_seen_at ON program_sign (seen_at);
CREATE TABLE push_key (
    id INTEGER NOT NULL,
    public VARCHAR(87) NOT NULL,
    encrypted BLOB NOT NULL,
    key_name VARCHAR(4) NOT NULL,
    CONSTRAINT pk_push_key PRIMARY KEY (id)
);
CREATE TABLE record_key (
    public VARCHAR(43) NOT NULL,
    noted_at DATETIME NOT NULL,
    withdrawn_at DATETIME,
    CONSTRAINT pk_record_key PRIMARY KEY (public)
);
CREATE TABLE restoration (
    id INTEGER NOT NULL,
    backed_up_at DATETIME NOT NULL,
    restored_at DATETIME NOT NULL,
    released_at DATETIME,
    CONSTRAINT pk_restoration PRIMARY KEY (id)
);
CREATE TABLE sign_in (
    id INTEGER NOT NULL,
    email VARCHAR(254) NOT NULL,
    salt VARCHAR(102) NOT NULL,
    link_hash VARCHAR(64) NOT NULL,
    created_at DATETIME NOT NULL,
    expires_at DATETIME NOT NULL,
    mails INTEGER NOT NULL,
    mailed_at DATETIME,
    used_at DATETIME,
    link_used_at DATETIME,
    CONSTRAINT pk_sign_in PRIMARY KEY (id),
    CONSTRAINT uq_sign_in_salt UNIQUE (salt),
    CONSTRAINT uq_sign_in_link_hash UNIQUE (link_hash)
);
CREATE INDEX ix_sign_in_email ON sign_in (email);
CREATE INDEX ix_sign_in_expires_at ON sign_in (expires_at);
CREATE TABLE taken_delivery (
    mark VARCHAR(64) NOT NULL,
    at DATETIME NOT NULL,
    CONSTRAINT pk_taken_delivery PRIMARY KEY (mark)
);
CREATE INDEX ix_taken_delivery_at ON taken_delivery (at);
CREATE TABLE unwanted_mail (
    mark VARCHAR(16) NOT NULL,
    muted JSON NOT NULL,
    suppressed_for VARCHAR(20),
    suppressed_at DATETIME,
    unreachable_since DATETIME,
    mail_failed_at DATETIME,
    blocked JSON NOT NULL,
    CONSTRAINT pk_unwanted_mail PRIMARY KEY (mark)
);
CREATE TABLE webhook_challenge (
    id INTEGER NOT NULL,
    account_id INTEGER NOT NULL,
    webhook_id INTEGER NOT NULL,
    at DATETIME NOT NULL,
    CONSTRAINT pk_webhook_challenge PRIMARY KEY (id)
);
CREATE INDEX ix_webhook_challenge_account_id_at ON webhook_challenge (account_id, at);
CREATE TABLE account_address (
    id INTEGER NOT NULL,
    account_id INTEGER NOT NULL,
    address VARCHAR(254) NOT NULL,
    replaces VARCHAR(254),
    nonce VARCHAR(8) NOT NULL,
    added_at DATETIME NOT NULL,
    confirmed_at DATETIME,
    proven_at DATETIME,
    ended_at DATETIME,
    CONSTRAINT pk_account_address PRIMARY KEY (id),
    CONSTRAINT fk_account_address_account_id FOREIGN KEY(account_id) REFERENCES account (id)
);
CREATE INDEX ix_account_address_account_id ON account_address (account_id);
CREATE INDEX ix_account_address_added_at ON account_address (added_at);
CREATE INDEX ix_account_address_address ON account_address (address);
CREATE UNIQUE INDEX uq_account_address_proven ON account_address (address) WHERE proven_at IS NOT NULL AND replaces IS NULL;
CREATE TABLE api_token (
    id INTEGER NOT NULL,
    account_id INTEGER NOT NULL,
    name VARCHAR(80) NOT NULL,
    hash VARCHAR(64) NOT NULL,
    scopes JSON NOT NULL,
    app VARCHAR(200),
    created_at DATETIME NOT NULL,
    expires_at DATETIME,
    last_used_at DATETIME,
    revoked_at DATETIME,
    CONSTRAINT pk_api_token PRIMARY KEY (id),
    CONSTRAINT fk_api_token_account_id FOREIGN KEY(account_id) REFERENCES account (id),
    CONSTRAINT uq_api_token_hash UNIQUE (hash)
);
CREATE INDEX ix_api_token_account_id ON api_token (account_id);
CREATE TABLE block (
    account_id INTEGER NOT NULL,
    blocked_id INTEGER NOT NULL,
    created_at DATETIME NOT NULL,
    CONSTRAINT pk_block PRIMARY KEY (account_id, blocked_id),
    CONSTRAINT fk_block_account_id FOREIGN KEY(account_id) REFERENCES account (id),
    CONSTRAINT fk_block_blocked_id FOREIGN KEY(blocked_id) REFERENCES account (id)
);
CREATE INDEX ix_block_blocked_id ON block (blocked_id);
CREATE TABLE bot (
    account_id INTEGER NOT NULL,
    description VARCHAR(500) NOT NULL,
    homepage VARCHAR(300),
    author VARCHAR(80),
    seconds_per_move INTEGER NOT NULL,
    at_once INTEGER NOT NULL,
    accepts VARCHAR(20) NOT NULL,
    auto_accept BOOLEAN NOT NULL,
    auto_agree BOOLEAN NOT NULL,
    last_seen_at DATETIME,
    missed_turns INTEGER NOT NULL,
    paused_at DATETIME,
    paused_by VARCHAR(20),
    retired_at DATETIME,
    CONSTRAINT pk_bot PRIMARY KEY (account_id),
    CONSTRAINT fk_bot_account_id FOREIGN KEY(account_id) REFERENCES account (id)
);
CREATE TABLE browser_session (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    account_id INTEGER NOT NULL,
    hash VARCHAR(64) NOT NULL,
    browser VARCHAR(40) NOT NULL,
    system VARCHAR(40) NOT NULL,
    network VARCHAR(40) NOT NULL,
    created_at DATETIME NOT NULL,
    last_used_at DATETIME NOT NULL,
    ended_at DATETIME,
    CONSTRAINT fk_browser_session_account_id FOREIGN KEY(account_id) REFERENCES account (id),
    CONSTRAINT uq_browser_session_hash UNIQUE (hash)
);
CREATE INDEX ix_browser_session_account_id ON browser_session (account_id);
CREATE INDEX ix_browser_session_last_used_at ON browser_session (last_used_at);
CREATE TABLE departure (
    account_id INTEGER NOT NULL,
    mark VARCHAR(64) NOT NULL,
    at DATETIME NOT NULL,
    noted_at DATETIME,
    due_at DATETIME,
    CONSTRAINT pk_departure PRIMARY KEY (account_id),
    CONSTRAINT fk_departure_account_id FOREIGN KEY(account_id) REFERENCES account (id),
    CONSTRAINT uq_departure_mark UNIQUE (mark)
);
CREATE INDEX ix_departure_due_at ON departure (due_at);
CREATE TABLE device_grant (
    id INTEGER NOT NULL,
    hash VARCHAR(64) NOT NULL,
    mark VARCHAR(16) NOT NULL,
    app VARCHAR(200) NOT NULL,
    scopes JSON NOT NULL,
    network VARCHAR(40) NOT NULL,
    created_at DATETIME NOT NULL,
    expires_at DATETIME NOT NULL,
    interval INTEGER NOT NULL,
    asked_at DATETIME,
    account_id INTEGER,
    denied BOOLEAN NOT NULL,
    CONSTRAINT pk_device_grant PRIMARY KEY (id),
    CONSTRAINT uq_device_grant_hash UNIQUE (hash),
    CONSTRAINT uq_device_grant_mark UNIQUE (mark),
    CONSTRAINT fk_device_grant_account_id FOREIGN KEY(account_id) REFERENCES account (id) ON DELETE CASCADE
);
CREATE INDEX ix_device_grant_account_id ON device_grant (account_id);
CREATE INDEX ix_device_grant_expires_at ON device_grant (expires_at);
CREATE TABLE envelope (
    id INTEGER NOT NULL,
    account_id INTEGER,
    recipient VARCHAR(254) NOT NULL,
    lane INTEGER NOT NULL,
    message_id VARCHAR(254) NOT NULL,
    encrypted BLOB NOT NULL,
    created_at DATETIME NOT NULL,
    sent_at DATETIME,
    offered_at DATETIME,
    key_name VARCHAR(4) NOT NULL,
    last_reply VARCHAR(500),
    bounced_at DATETIME,
    reply_box VARCHAR(64),
    state VARCHAR(20) NOT NULL,
    due_at DATETIME NOT NULL,
    first_due_at DATETIME,
    leased_until DATETIME,
    fence INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    CONSTRAINT pk_envelope PRIMARY KEY (id),
    CONSTRAINT fk_envelope_account_id FOREIGN KEY(account_id) REFERENCES account (id),
    CONSTRAINT uq_envelope_message_id UNIQUE (message_id)
);
CREATE INDEX ix_envelope_account_id ON envelope (account_id);
CREATE INDEX ix_envelope_first_due ON envelope (first_due_at) WHERE first_due_at IS NOT NULL;
CREATE INDEX ix_envelope_state_due_at ON envelope (state, due_at);
CREATE INDEX ix_envelope_state_lane_due_at ON envelope (state, lane, due_at);
CREATE TABLE favourite (
    account_id INTEGER NOT NULL,
    favourite_id INTEGER NOT NULL,
    created_at DATETIME NOT NULL,
    CONSTRAINT pk_favourite PRIMARY KEY (account_id, favourite_id),
    CONSTRAINT fk_favourite_account_id FOREIGN KEY(account_id) REFERENCES account (id),
    CONSTRAINT fk_favourite_favourite_id FOREIGN KEY(favourite_id) REFERENCES account (id)
);
CREATE INDEX ix_favourite_favourite_id ON favourite (favourite_id);
CREATE TABLE footer (
    id INTEGER NOT NULL,
    account_id INTEGER NOT NULL,
    marks JSON NOT NULL,
    mails INTEGER NOT NULL,
    seen_at DATETIME NOT NULL,
    CONSTRAINT pk_footer PRIMARY KEY (id),
    CONSTRAINT fk_footer_account_id FOREIGN KEY(account_id) REFERENCES account (id)
);
CREATE INDEX ix_footer_account_id ON footer (account_id);
CREATE INDEX ix_footer_seen_at ON footer (seen_at);
CREATE TABLE game_batch (
    id VARCHAR(16) NOT NULL,
    organiser_id INTEGER NOT NULL,
    created_at DATETIME NOT NULL,
    CONSTRAINT pk_game_batch PRIMARY KEY (id),
    CONSTRAINT fk_game_batch_organiser_id FOREIGN KEY(organiser_id) REFERENCES account (id)
);
CREATE INDEX ix_game_batch_organiser_id ON game_batch (organiser_id);
CREATE TABLE game_match (
    id VARCHAR(16) NOT NULL,
    ruleset VARCHAR(40) NOT NULL,
    simultaneous BOOLEAN NOT NULL,
    status VARCHAR(20) NOT NULL,
    creator_id INTEGER NOT NULL,
    created_at DATETIME NOT NULL,
    finished_at DATETIME,
    ended_by VARCHAR(20),
    winner INTEGER,
    secret BLOB NOT NULL,
    CONSTRAINT pk_game_match PRIMARY KEY (id),
    CONSTRAINT fk_game_match_creator_id FOREIGN KEY(creator_id) REFERENCES account (id)
);
CREATE INDEX ix_game_match_creator_id ON game_match (creator_id);
CREATE TABLE inbound_mail (
    id INTEGER NOT NULL,
    sender VARCHAR(254) NOT NULL,
    recipient VARCHAR(64) NOT NULL,
    fingerprint VARCHAR(64) NOT NULL,
    content_id INTEGER,
    network VARCHAR(22),
    received_at DATETIME NOT NULL,
    game_id VARCHAR(16),
    account_id INTEGER,
    vouched_by VARCHAR(253),
    told BLOB NOT NULL,
    round INTEGER,
    asked_at DATETIME,
    approved_at DATETIME,
    outcome VARCHAR(20),
    nonce VARCHAR(8) NOT NULL,
    asked_move VARCHAR(1000),
    asked_version INTEGER,
    likeness VARCHAR(64),
    state VARCHAR(20) NOT NULL,
    due_at DATETIME NOT NULL,
    first_due_at DATETIME,
    leased_until DATETIME,
    fence INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    CONSTRAINT pk_inbound_mail PRIMARY KEY (id),
    CONSTRAINT uq_inbound_mail_recipient_fingerprint UNIQUE (recipient, fingerprint),
    CONSTRAINT fk_inbound_mail_content_id FOREIGN KEY(content_id) REFERENCES inbound_content (id),
    CONSTRAINT fk_inbound_mail_account_id FOREIGN KEY(account_id) REFERENCES account (id)
);
CREATE INDEX ix_inbound_mail_account_id ON inbound_mail (account_id);
CREATE INDEX ix_inbound_mail_asked ON inbound_mail (asked_at) WHERE round IS NOT NULL AND asked_at IS NOT NULL;
CREATE INDEX ix_inbound_mail_content_id ON inbound_mail (content_id);
CREATE INDEX ix_inbound_mail_first_due ON inbound_mail (first_due_at) WHERE first_due_at IS NOT NULL;
CREATE INDEX ix_inbound_mail_game_id_state ON inbound_mail (game_id, state);
CREATE INDEX ix_inbound_mail_held ON inbound_mail (received_at) WHERE outcome = 'held';
CREATE INDEX ix_inbound_mail_likeness_received_at ON inbound_mail (likeness, received_at);
CREATE INDEX ix_inbound_mail_line ON inbound_mail (vouched_by, network, round) WHERE round IS NOT NULL AND asked_at IS NULL;
CREATE INDEX ix_inbound_mail_network ON inbound_mail (received_at) WHERE network IS NOT NULL;
CREATE INDEX ix_inbound_mail_received_at ON inbound_mail (received_at);
CREATE INDEX ix_inbound_mail_round ON inbound_mail (round, id) WHERE round IS NOT NULL AND asked_at IS NULL;
CREATE INDEX ix_inbound_mail_state_due_at ON inbound_mail (state, due_at);
CREATE TABLE measure (
    id INTEGER NOT NULL,
    account_id INTEGER NOT NULL,
    what VARCHAR(20) NOT NULL,
    because VARCHAR(500) NOT NULL,
    until DATETIME,
    at DATETIME NOT NULL,
    CONSTRAINT pk_measure PRIMARY KEY (id),
    CONSTRAINT fk_measure_account_id FOREIGN KEY(account_id) REFERENCES account (id)
);
CREATE INDEX ix_measure_account_id ON measure (account_id);
CREATE INDEX ix_measure_at ON measure (at);
CREATE TABLE organiser_consent (
    account_id INTEGER NOT NULL,
    organiser_id INTEGER NOT NULL,
    created_at DATETIME NOT NULL,
    CONSTRAINT pk_organiser_consent PRIMARY KEY (account_id, organiser_id),
    CONSTRAINT fk_organiser_consent_account_id FOREIGN KEY(account_id) REFERENCES account (id),
    CONSTRAINT fk_organiser_consent_organiser_id FOREIGN KEY(organiser_id) REFERENCES account (id)
);
CREATE INDEX ix_organiser_consent_organiser_id ON organiser_consent (organiser_id);
CREATE TABLE rating (
    id INTEGER NOT NULL,
    pool VARCHAR(60) NOT NULL,
    account_id INTEGER,
    level INTEGER,
    mean DOUBLE NOT NULL,
    deviation DOUBLE NOT NULL,
    games INTEGER NOT NULL,
    rated_at DATETIME NOT NULL,
    CONSTRAINT pk_rating PRIMARY KEY (id),
    CONSTRAINT uq_rating_pool_account_id UNIQUE (pool, account_id),
    CONSTRAINT uq_rating_pool_level UNIQUE (pool, level),
    CONSTRAINT ck_rating_one_player CHECK ((account_id IS NULL) <> (level IS NULL)),
    CONSTRAINT fk_rating_account_id FOREIGN KEY(account_id) REFERENCES account (id)
);
CREATE INDEX ix_rating_account_id ON rating (account_id);
CREATE INDEX ix_rating_best ON rating (pool, mean);
CREATE TABLE recovery_code (
    id INTEGER NOT NULL,
    account_id INTEGER NOT NULL,
    hash VARCHAR(64) NOT NULL,
    created_at DATETIME NOT NULL,
    CONSTRAINT pk_recovery_code PRIMARY KEY (id),
    CONSTRAINT fk_recovery_code_account_id FOREIGN KEY(account_id) REFERENCES account (id),
    CONSTRAINT uq_recovery_code_hash UNIQUE (hash)
);
CREATE INDEX ix_recovery_code_account_id ON recovery_code (account_id);
CREATE TABLE sign_in_asker (
    sign_in_id INTEGER NOT NULL,
    mark VARCHAR(16) NOT NULL,
    place VARCHAR(16) NOT NULL,
    area VARCHAR(16),
    asks INTEGER NOT NULL,
    wrong_codes INTEGER NOT NULL,
    CONSTRAINT pk_sign_in_asker PRIMARY KEY (sign_in_id, mark),
    CONSTRAINT fk_sign_in_asker_sign_in_id FOREIGN KEY(sign_in_id) REFERENCES sign_in (id)
);
CREATE TABLE tournament (
    id VARCHAR(16) NOT NULL,
    number INTEGER NOT NULL,
    title VARCHAR(60) NOT NULL,
    organiser_id INTEGER NOT NULL,
    ruleset VARCHAR(40) NOT NULL,
    options JSON NOT NULL,
    system VARCHAR(20) NOT NULL,
    seats INTEGER NOT NULL,
    rounds INTEGER,
    days_per_move INTEGER NOT NULL,
    rated BOOLEAN NOT NULL,
    seeding VARCHAR(10) NOT NULL,
    least_entries INTEGER NOT NULL,
    most_entries INTEGER NOT NULL,
    late_entries BOOLEAN NOT NULL,
    rating_from INTEGER,
    rating_to INTEGER,
    entrants VARCHAR(10) NOT NULL,
    starts_at DATETIME,
    idle_days INTEGER NOT NULL,
    state VARCHAR(20) NOT NULL,
    round INTEGER NOT NULL,
    note VARCHAR(40),
    due_at DATETIME,
    created_at DATETIME NOT NULL,
    started_at DATETIME,
    finished_at DATETIME,
    final_at DATETIME,
    failures INTEGER NOT NULL,
    retried_at DATETIME,
    CONSTRAINT pk_tournament PRIMARY KEY (id),
    CONSTRAINT uq_tournament_number UNIQUE (number),
    CONSTRAINT fk_tournament_organiser_id FOREIGN KEY(organiser_id) REFERENCES account (id)
);
CREATE INDEX ix_tournament_due ON tournament (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX ix_tournament_listed ON tournament (state, created_at, id);
CREATE INDEX ix_tournament_organiser_id ON tournament (organiser_id);
CREATE TABLE volunteer (
    account_id INTEGER NOT NULL,
    ruleset VARCHAR(40) NOT NULL,
    asked_at DATETIME,
    created_at DATETIME NOT NULL,
    CONSTRAINT pk_volunteer PRIMARY KEY (account_id, ruleset),
    CONSTRAINT fk_volunteer_account_id FOREIGN KEY(account_id) REFERENCES account (id)
);
CREATE INDEX ix_volunteer_ruleset ON volunteer (ruleset);
CREATE TABLE webhook (
    id INTEGER NOT NULL,
    account_id INTEGER NOT NULL,
    url VARCHAR(500) NOT NULL,
    types JSON NOT NULL,
    secret_salt VARCHAR(102) NOT NULL,
    previous_secret_salt VARCHAR(102),
    previous_until DATETIME,
    cursor INTEGER NOT NULL,
    failing_since DATETIME,
    held_until DATETIME,
    due_at DATETIME,
    verified_at DATETIME,
    switched_off VARCHAR(20),
    created_at DATETIME NOT NULL,
    CONSTRAINT pk_webhook PRIMARY KEY (id),
    CONSTRAINT fk_webhook_account_id FOREIGN KEY(account_id) REFERENCES account (id)
);
CREATE INDEX ix_webhook_account_id ON webhook (account_id);
CREATE TABLE authorization_code (
    id INTEGER NOT NULL,
    hash VARCHAR(64) NOT NULL,
    app VARCHAR(200) NOT NULL,
    redirect_uri VARCHAR(500) NOT NULL,
    challenge VARCHAR(43) NOT NULL,
    scopes JSON NOT NULL,
    account_id INTEGER NOT NULL,
    created_at DATETIME NOT NULL,
    expires_at DATETIME NOT NULL,
    token_id INTEGER,
    CONSTRAINT pk_authorization_code PRIMARY KEY (id),
    CONSTRAINT uq_authorization_code_hash UNIQUE (hash),
    CONSTRAINT fk_authorization_code_account_id FOREIGN KEY(account_id) REFERENCES account (id) ON DELETE CASCADE,
    CONSTRAINT fk_authorization_code_token_id FOREIGN KEY(token_id) REFERENCES api_token (id) ON DELETE CASCADE
);
CREATE INDEX ix_authorization_code_account_id ON authorization_code (account_id);
CREATE INDEX ix_authorization_code_expires_at ON authorization_code (expires_at);
CREATE INDEX ix_authorization_code_token_id ON authorization_code (token_id);
CREATE TABLE bot_game (
    bot_id INTEGER NOT NULL,
    ruleset VARCHAR(40) NOT NULL,
    seats JSON NOT NULL,
    options JSON NOT NULL,
    CONSTRAINT pk_bot_game PRIMARY KEY (bot_id, ruleset),
    CONSTRAINT fk_bot_game_bot_id FOREIGN KEY(bot_id) REFERENCES bot (account_id)
);
CREATE TABLE bot_guest (
    bot_id INTEGER NOT NULL,
    account_id INTEGER NOT NULL,
    CONSTRAINT pk_bot_guest PRIMARY KEY (bot_id, account_id),
    CONSTRAINT fk_bot_guest_bot_id FOREIGN KEY(bot_id) REFERENCES bot (account_id),
    CONSTRAINT fk_bot_guest_account_id FOREIGN KEY(account_id) REFERENCES account (id)
);
CREATE TABLE game (
    id VARCHAR(16) NOT NULL,
    number INTEGER,
    ruleset VARCHAR(40) NOT NULL,
    rules_version VARCHAR(20) NOT NULL,
    options JSON NOT NULL,
    given_layout JSON,
    setup JSON,
    status VARCHAR(20) NOT NULL,
    version INTEGER NOT NULL,
    turn INTEGER NOT NULL,
    turn_nonce VARCHAR(8),
    log_length INTEGER NOT NULL,
    log_mark VARCHAR(16),
    to_move INTEGER,
    deadline DATETIME,
    bot_due_at DATETIME,
    audit_due_at DATETIME,
    fault VARCHAR(200),
    days_per_move INTEGER NOT NULL,
    clock JSON,
    fast_clock JSON,
    turn_clock JSON,
    paused_at DATETIME,
    on_timeout VARCHAR(20),
    stand_in_level INTEGER,
    grace_minutes INTEGER,
    held_at DATETIME,
    proposal JSON,
    shuffle_seats BOOLEAN NOT NULL,
    visibility VARCHAR(20) NOT NULL,
    seed BLOB NOT NULL,
    commitment VARCHAR(64) NOT NULL,
    beacon JSON,
    beacon_due_at DATETIME,
    beacon_trouble VARCHAR(20),
    creator_id INTEGER NOT NULL,
    created_at DATETIME NOT NULL,
    started_at DATETIME,
    finished_at DATETIME,
    ended_by VARCHAR(20),
    adjudicated VARCHAR(200),
    scores JSON,
    winners JSON,
    join_salt VARCHAR(102),
    match_id VARCHAR(16),
    match_round INTEGER,
    rematch_of VARCHAR(16),
    series_id VARCHAR(16),
    series_round INTEGER,
    first_to INTEGER,
    series_wins JSON,
    series_stopped BOOLEAN,
    practice_day DATE,
    rated BOOLEAN NOT NULL,
    not_rated VARCHAR(40),
    had_hints BOOLEAN NOT NULL,
    batch_id VARCHAR(16),
    imported_at DATETIME,
    CONSTRAINT pk_game PRIMARY KEY (id),
    CONSTRAINT uq_game_match_id_match_round UNIQUE (match_id, match_round),
    CONSTRAINT fk_game_creator_id FOREIGN KEY(creator_id) REFERENCES account (id),
    CONSTRAINT fk_game_match_id FOREIGN KEY(match_id) REFERENCES game_match (id),
    CONSTRAINT fk_game_batch_id FOREIGN KEY(batch_id) REFERENCES game_batch (id)
);
CREATE INDEX ix_game_audit_due ON game (audit_due_at) WHERE audit_due_at IS NOT NULL;
CREATE INDEX ix_game_batch ON game (batch_id, number) WHERE batch_id IS NOT NULL;
CREATE INDEX ix_game_beacon_due ON game (beacon_due_at) WHERE beacon_due_at IS NOT NULL;
CREATE INDEX ix_game_bot_due ON game (bot_due_at) WHERE bot_due_at IS NOT NULL;
CREATE INDEX ix_game_creator_id ON game (creator_id);
CREATE INDEX ix_game_deadline_id ON game (deadline, id);
CREATE INDEX ix_game_fault ON game (id) WHERE fault IS NOT NULL;
CREATE INDEX ix_game_imported ON game (creator_id, created_at, id) WHERE imported_at IS NOT NULL;
CREATE INDEX ix_game_joined_by_key ON game (status) WHERE join_salt IS NOT NULL;
CREATE INDEX ix_game_left_seats ON game (status) WHERE on_timeout = 'substitute';
CREATE UNIQUE INDEX ix_game_number ON game (number);
CREATE INDEX ix_game_public_created_at ON game (created_at, id) WHERE visibility = 'public';
CREATE INDEX ix_game_public_deadline ON game (deadline, id) WHERE visibility = 'public';
CREATE INDEX ix_game_public_ruleset ON game (ruleset, created_at, id) WHERE visibility = 'public';
CREATE INDEX ix_game_public_status ON game (status, created_at, id) WHERE visibility = 'public';
CREATE UNIQUE INDEX ix_game_rematch_of ON game (rematch_of);
CREATE UNIQUE INDEX ix_game_series_round ON game (series_id, series_round);
CREATE TABLE push_device (
    id INTEGER NOT NULL,
    account_id INTEGER NOT NULL,
    session_id INTEGER NOT NULL,
    mark VARCHAR(64) NOT NULL,
    encrypted BLOB NOT NULL,
    key_name VARCHAR(4) NOT NULL,
    public VARCHAR(87) NOT NULL,
    failures INTEGER NOT NULL,
    created_at DATETIME NOT NULL,
    CONSTRAINT pk_push_device PRIMARY KEY (id),
    CONSTRAINT fk_push_device_account_id FOREIGN KEY(account_id) REFERENCES account (id),
    CONSTRAINT uq_push_device_session_id UNIQUE (session_id),
    CONSTRAINT fk_push_device_session_id FOREIGN KEY(session_id) REFERENCES browser_session (id) ON DELETE CASCADE,
    CONSTRAINT uq_push_device_mark UNIQUE (mark)
);
CREATE INDEX ix_push_device_account_id ON push_device (account_id);
CREATE TABLE tournament_entry (
    tournament_id VARCHAR(16) NOT NULL,
    account_id INTEGER NOT NULL,
    number INTEGER,
    state VARCHAR(20) NOT NULL,
    first_round INTEGER NOT NULL,
    entered_at DATETIME NOT NULL,
    asked_at DATETIME,
    confirmed_at DATETIME,
    CONSTRAINT pk_tournament_entry PRIMARY KEY (tournament_id, account_id),
    CONSTRAINT uq_tournament_entry_tournament_id_number UNIQUE (tournament_id, number),
    CONSTRAINT fk_tournament_entry_tournament_id FOREIGN KEY(tournament_id) REFERENCES tournament (id),
    CONSTRAINT fk_tournament_entry_account_id FOREIGN KEY(account_id) REFERENCES account (id)
);
CREATE INDEX ix_tournament_entry_account_id ON tournament_entry (account_id);
CREATE TABLE tournament_log (
    id INTEGER NOT NULL,
    tournament_id VARCHAR(16) NOT NULL,
    at DATETIME NOT NULL,
    what VARCHAR(40) NOT NULL,
    data JSON NOT NULL,
    reason VARCHAR(200) NOT NULL,
    CONSTRAINT pk_tournament_log PRIMARY KEY (id),
    CONSTRAINT fk_tournament_log_tournament_id FOREIGN KEY(tournament_id) REFERENCES tournament (id)
);
CREATE INDEX ix_tournament_log_tournament_id ON tournament_log (tournament_id);
CREATE TABLE analysis (
    game_id VARCHAR(16) NOT NULL,
    at INTEGER NOT NULL,
    result JSON,
    claimant VARCHAR(40),
    level INTEGER,
    by_visitor BOOLEAN,
    round INTEGER,
    state VARCHAR(20) NOT NULL,
    due_at DATETIME NOT NULL,
    first_due_at DATETIME,
    leased_until DATETIME,
    fence INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    CONSTRAINT pk_analysis PRIMARY KEY (game_id, at),
    CONSTRAINT fk_analysis_game_id FOREIGN KEY(game_id) REFERENCES game (id)
);
CREATE INDEX ix_analysis_first_due ON analysis (first_due_at) WHERE first_due_at IS NOT NULL;
CREATE INDEX ix_analysis_in_turn ON analysis (by_visitor, round, level) WHERE claimant IS NOT NULL;
CREATE INDEX ix_analysis_of_claimant ON analysis (claimant, round) WHERE claimant IS NOT NULL;
CREATE INDEX ix_analysis_state_due_at ON analysis (state, due_at);
CREATE TABLE challenge (
    id VARCHAR(16) NOT NULL,
    account_id INTEGER NOT NULL,
    state VARCHAR(20) NOT NULL,
    ruleset VARCHAR(40) NOT NULL,
    options JSON NOT NULL,
    least_days INTEGER NOT NULL,
    most_days INTEGER NOT NULL,
    fast_clock JSON,
    rated BOOLEAN NOT NULL,
    rating_from INTEGER,
    rating_to INTEGER,
    at_once INTEGER NOT NULL,
    created_at DATETIME NOT NULL,
    game_id VARCHAR(16),
    asked INTEGER NOT NULL,
    due_at DATETIME,
    closed_at DATETIME,
    CONSTRAINT pk_challenge PRIMARY KEY (id),
    CONSTRAINT fk_challenge_account_id FOREIGN KEY(account_id) REFERENCES account (id),
    CONSTRAINT uq_challenge_game_id UNIQUE (game_id),
    CONSTRAINT fk_challenge_game_id FOREIGN KEY(game_id) REFERENCES game (id) ON DELETE CASCADE
);
CREATE INDEX ix_challenge_account_id ON challenge (account_id);
CREATE INDEX ix_challenge_due ON challenge (state, due_at);
CREATE INDEX ix_challenge_waiting ON challenge (state, ruleset, created_at);
CREATE TABLE daily_game (
    account_id INTEGER NOT NULL,
    day DATE NOT NULL,
    game_id VARCHAR(16) NOT NULL,
    CONSTRAINT pk_daily_game PRIMARY KEY (account_id, day),
    CONSTRAINT fk_daily_game_account_id FOREIGN KEY(account_id) REFERENCES account (id),
    CONSTRAINT uq_daily_game_game_id UNIQUE (game_id),
    CONSTRAINT fk_daily_game_game_id FOREIGN KEY(game_id) REFERENCES game (id)
);
CREATE TABLE event (
    id INTEGER NOT NULL,
    number INTEGER,
    type VARCHAR(40) NOT NULL,
    game_id VARCHAR(16),
    tournament_id VARCHAR(16),
    version INTEGER,
    data JSON NOT NULL,
    at DATETIME NOT NULL,
    turn_nonce VARCHAR(8),
    CONSTRAINT pk_event PRIMARY KEY (id),
    CONSTRAINT uq_event_number UNIQUE (number),
    CONSTRAINT fk_event_game_id FOREIGN KEY(game_id) REFERENCES game (id),
    CONSTRAINT fk_event_tournament_id FOREIGN KEY(tournament_id) REFERENCES tournament (id)
);
CREATE INDEX ix_event_game_id ON event (game_id);
CREATE INDEX ix_event_not_numbered ON event (id) WHERE number IS NULL;
CREATE TABLE game_seat (
    game_id VARCHAR(16) NOT NULL,
    place INTEGER NOT NULL,
    number INTEGER NOT NULL,
    state VARCHAR(20) NOT NULL,
    for_anybody BOOLEAN NOT NULL,
    account_id INTEGER,
    invitation_nonce VARCHAR(8),
    invited_as VARCHAR(254),
    reminded_at DATETIME,
    reminders INTEGER,
    undelivered_at DATETIME,
    unanswered_at DATETIME,
    decline_reason VARCHAR(20),
    decline_text VARCHAR(200),
    withdrawn_id INTEGER,
    ai_level INTEGER,
    contribution VARCHAR(64),
    contributed VARCHAR(10),
    contributed_at DATETIME,
    contribution_number INTEGER,
    left_by VARCHAR(20),
    left_at DATETIME,
    with_whom JSON,
    stood_in_at DATETIME,
    taken_over_at DATETIME,
    delivery VARCHAR(20),
    looked_at DATETIME,
    here_at DATETIME,
    read_message INTEGER,
    credited_at DATETIME,
    seconds_saved INTEGER,
    pause_wished_at DATETIME,
    planned_at DATETIME,
    planned_move_at INTEGER,
    analysis_wished_at DATETIME,
    recorded_name VARCHAR(30),
    guest_name VARCHAR(40),
    beside VARCHAR(40),
    rating JSON,
    CONSTRAINT pk_game_seat PRIMARY KEY (game_id, place),
    CONSTRAINT fk_game_seat_game_id FOREIGN KEY(game_id) REFERENCES game (id),
    CONSTRAINT fk_game_seat_account_id FOREIGN KEY(account_id) REFERENCES account (id)
);
CREATE INDEX ix_game_seat_account_id_game_id ON game_seat (account_id, game_id);
CREATE INDEX ix_game_seat_invited ON game_seat (game_id) WHERE game_seat.state = 'invited';
CREATE TABLE held_move (
    game_id VARCHAR(16) NOT NULL,
    seat INTEGER NOT NULL,
    account_id INTEGER NOT NULL,
    version INTEGER NOT NULL,
    move VARCHAR(1000) NOT NULL,
    encrypted BLOB NOT NULL,
    sent_at DATETIME NOT NULL,
    state VARCHAR(20) NOT NULL,
    due_at DATETIME NOT NULL,
    first_due_at DATETIME,
    leased_until DATETIME,
    fence INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    CONSTRAINT pk_held_move PRIMARY KEY (game_id),
    CONSTRAINT fk_held_move_game_id FOREIGN KEY(game_id) REFERENCES game (id),
    CONSTRAINT fk_held_move_account_id FOREIGN KEY(account_id) REFERENCES account (id)
);
CREATE INDEX ix_held_move_account_id ON held_move (account_id);
CREATE INDEX ix_held_move_first_due ON held_move (first_due_at) WHERE first_due_at IS NOT NULL;
CREATE INDEX ix_held_move_state_due_at ON held_move (state, due_at);
CREATE TABLE imported_record (
    game_id VARCHAR(16) NOT NULL,
    account_id INTEGER NOT NULL,
    head VARCHAR(64) NOT NULL,
    document TEXT NOT NULL,
    format VARCHAR(40) NOT NULL,
    played_as VARCHAR(16) NOT NULL,
    origin VARCHAR(200) NOT NULL,
    "key" VARCHAR(43) NOT NULL,
    signature VARCHAR(20) NOT NULL,
    verified JSON NOT NULL,
    imported_at DATETIME NOT NULL,
    CONSTRAINT pk_imported_record PRIMARY KEY (game_id),
    CONSTRAINT uq_imported_record_account_id_head UNIQUE (account_id, head),
    CONSTRAINT fk_imported_record_game_id FOREIGN KEY(game_id) REFERENCES game (id) ON DELETE CASCADE,
    CONSTRAINT fk_imported_record_account_id FOREIGN KEY(account_id) REFERENCES account (id)
);
CREATE TABLE kept_branch (
    id VARCHAR(16) NOT NULL,
    account_id INTEGER NOT NULL,
    game_id VARCHAR(16) NOT NULL,
    name VARCHAR(60) NOT NULL,
    at INTEGER NOT NULL,
    line TEXT NOT NULL,
    kept_at DATETIME NOT NULL,
    CONSTRAINT pk_kept_branch PRIMARY KEY (id),
    CONSTRAINT uq_kept_branch_account_id_game_id_name UNIQUE (account_id, game_id, name),
    CONSTRAINT fk_kept_branch_account_id FOREIGN KEY(account_id) REFERENCES account (id),
    CONSTRAINT fk_kept_branch_game_id FOREIGN KEY(game_id) REFERENCES game (id)
);
CREATE INDEX ix_kept_branch_game_id ON kept_branch (game_id);
CREATE TABLE log_entry (
    game_id VARCHAR(16) NOT NULL,
    number INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    action VARCHAR(80) NOT NULL,
    version INTEGER NOT NULL,
    at DATETIME NOT NULL,
    played_by VARCHAR(20),
    CONSTRAINT pk_log_entry PRIMARY KEY (game_id, number),
    CONSTRAINT fk_log_entry_game_id FOREIGN KEY(game_id) REFERENCES game (id)
);
CREATE TABLE message (
    id INTEGER NOT NULL,
    game_id VARCHAR(16) NOT NULL,
    account_id INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    text VARCHAR(1000) NOT NULL,
    to_seat INTEGER,
    quick VARCHAR(20),
    guest_name VARCHAR(40),
    at DATETIME NOT NULL,
    CONSTRAINT pk_message PRIMARY KEY (id),
    CONSTRAINT fk_message_game_id FOREIGN KEY(game_id) REFERENCES game (id),
    CONSTRAINT fk_message_account_id FOREIGN KEY(account_id) REFERENCES account (id)
);
CREATE INDEX ix_message_game_id_id ON message (game_id, id);
CREATE TABLE notice (
    id INTEGER NOT NULL,
    kind VARCHAR(40) NOT NULL,
    lane INTEGER NOT NULL,
    account_id INTEGER,
    email VARCHAR(254) NOT NULL,
    game_id VARCHAR(16),
    version INTEGER,
    seat INTEGER,
    encrypted BLOB NOT NULL,
    message_id VARCHAR(254) NOT NULL,
    nonce VARCHAR(8) NOT NULL,
    forgeable BOOLEAN,
    created_at DATETIME NOT NULL,
    envelope_id INTEGER,
    digest_id INTEGER,
    state VARCHAR(20) NOT NULL,
    due_at DATETIME NOT NULL,
    first_due_at DATETIME,
    leased_until DATETIME,
    fence INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    CONSTRAINT pk_notice PRIMARY KEY (id),
    CONSTRAINT uq_notice_game_id_version_account_id_kind UNIQUE (game_id, version, account_id, kind),
    CONSTRAINT fk_notice_account_id FOREIGN KEY(account_id) REFERENCES account (id),
    CONSTRAINT fk_notice_game_id FOREIGN KEY(game_id) REFERENCES game (id),
    CONSTRAINT fk_notice_envelope_id FOREIGN KEY(envelope_id) REFERENCES envelope (id),
    CONSTRAINT fk_notice_digest_id FOREIGN KEY(digest_id) REFERENCES notice (id)
);
CREATE INDEX ix_notice_account_id ON notice (account_id);
CREATE INDEX ix_notice_digest_id ON notice (digest_id);
CREATE INDEX ix_notice_envelope_id ON notice (envelope_id);
CREATE INDEX ix_notice_first_due ON notice (first_due_at) WHERE first_due_at IS NOT NULL;
CREATE INDEX ix_notice_state_due_at ON notice (state, due_at);
CREATE INDEX ix_notice_state_lane_due_at ON notice (state, lane, due_at);
CREATE TABLE opponent_turn (
    game_id VARCHAR(16) NOT NULL,
    version INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    claimant VARCHAR(40),
    level INTEGER,
    by_visitor BOOLEAN,
    round INTEGER,
    state VARCHAR(20) NOT NULL,
    due_at DATETIME NOT NULL,
    first_due_at DATETIME,
    leased_until DATETIME,
    fence INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    CONSTRAINT pk_opponent_turn PRIMARY KEY (game_id, version),
    CONSTRAINT fk_opponent_turn_game_id FOREIGN KEY(game_id) REFERENCES game (id)
);
CREATE INDEX ix_opponent_turn_first_due ON opponent_turn (first_due_at) WHERE first_due_at IS NOT NULL;
CREATE INDEX ix_opponent_turn_in_turn ON opponent_turn (by_visitor, round, level) WHERE claimant IS NOT NULL;
CREATE INDEX ix_opponent_turn_of_claimant ON opponent_turn (claimant, round) WHERE claimant IS NOT NULL;
CREATE INDEX ix_opponent_turn_state_due_at ON opponent_turn (state, due_at);
CREATE TABLE pairing (
    tournament_id VARCHAR(16) NOT NULL,
    round INTEGER NOT NULL,
    board INTEGER NOT NULL,
    players JSON NOT NULL,
    game_id VARCHAR(16),
    ended_at DATETIME,
    half_points JSON,
    unplayed BOOLEAN NOT NULL,
    decided_by VARCHAR(200),
    settled_at DATETIME,
    CONSTRAINT pk_pairing PRIMARY KEY (tournament_id, round, board),
    CONSTRAINT fk_pairing_tournament_id FOREIGN KEY(tournament_id) REFERENCES tournament (id),
    CONSTRAINT fk_pairing_game_id FOREIGN KEY(game_id) REFERENCES game (id)
);
CREATE INDEX ix_pairing_game ON pairing (game_id) WHERE game_id IS NOT NULL;
CREATE INDEX ix_pairing_to_begin ON pairing (tournament_id) WHERE game_id IS NULL AND settled_at IS NULL;
CREATE INDEX ix_pairing_to_settle ON pairing (tournament_id) WHERE ended_at IS NOT NULL AND settled_at IS NULL;
CREATE TABLE push_delivery (
    id INTEGER NOT NULL,
    device_id INTEGER NOT NULL,
    game_id VARCHAR(16),
    turn INTEGER,
    seat INTEGER,
    status INTEGER,
    created_at DATETIME NOT NULL,
    state VARCHAR(20) NOT NULL,
    due_at DATETIME NOT NULL,
    first_due_at DATETIME,
    leased_until DATETIME,
    fence INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    CONSTRAINT pk_push_delivery PRIMARY KEY (id),
    CONSTRAINT uq_push_delivery_device_id_game_id_turn UNIQUE (device_id, game_id, turn),
    CONSTRAINT fk_push_delivery_device_id FOREIGN KEY(device_id) REFERENCES push_device (id) ON DELETE CASCADE,
    CONSTRAINT fk_push_delivery_game_id FOREIGN KEY(game_id) REFERENCES game (id) ON DELETE CASCADE
);
CREATE INDEX ix_push_delivery_created_at ON push_delivery (created_at);
CREATE INDEX ix_push_delivery_first_due ON push_delivery (first_due_at) WHERE first_due_at IS NOT NULL;
CREATE INDEX ix_push_delivery_game_id ON push_delivery (game_id);
CREATE INDEX ix_push_delivery_state_due_at ON push_delivery (state, due_at);
CREATE TABLE rated_game (
    game_id VARCHAR(16) NOT NULL,
    pool VARCHAR(60) NOT NULL,
    finished_at DATETIME NOT NULL,
    settled_at DATETIME,
    not_rated VARCHAR(40),
    reason VARCHAR(200),
    CONSTRAINT pk_rated_game PRIMARY KEY (game_id),
    CONSTRAINT fk_rated_game_game_id FOREIGN KEY(game_id) REFERENCES game (id)
);
CREATE INDEX ix_rated_game_order ON rated_game (pool, finished_at, game_id);
CREATE INDEX ix_rated_game_waiting ON rated_game (finished_at, game_id) WHERE settled_at IS NULL;
CREATE TABLE rating_change (
    game_id VARCHAR(16) NOT NULL,
    seat INTEGER NOT NULL,
    pool VARCHAR(60) NOT NULL,
    account_id INTEGER,
    level INTEGER,
    rank INTEGER NOT NULL,
    mean_before DOUBLE NOT NULL,
    deviation_before DOUBLE NOT NULL,
    mean DOUBLE NOT NULL,
    deviation DOUBLE NOT NULL,
    at DATETIME NOT NULL,
    timed_out BOOLEAN NOT NULL,
    CONSTRAINT pk_rating_change PRIMARY KEY (game_id, seat),
    CONSTRAINT fk_rating_change_game_id FOREIGN KEY(game_id) REFERENCES game (id),
    CONSTRAINT fk_rating_change_account_id FOREIGN KEY(account_id) REFERENCES account (id)
);
CREATE INDEX ix_rating_change_curve ON rating_change (account_id, pool, at);
CREATE INDEX ix_rating_change_level ON rating_change (level, pool, at) WHERE level IS NOT NULL;
CREATE TABLE report (
    id INTEGER NOT NULL,
    game_id VARCHAR(16) NOT NULL,
    message_id INTEGER NOT NULL,
    reporter_id INTEGER NOT NULL,
    reported_id INTEGER NOT NULL,
    said VARCHAR(1000) NOT NULL,
    why VARCHAR(20) NOT NULL,
    words VARCHAR(500) NOT NULL,
    at DATETIME NOT NULL,
    closed_at DATETIME,
    CONSTRAINT pk_report PRIMARY KEY (id),
    CONSTRAINT uq_report_message_id_reporter_id UNIQUE (message_id, reporter_id),
    CONSTRAINT fk_report_game_id FOREIGN KEY(game_id) REFERENCES game (id),
    CONSTRAINT fk_report_reporter_id FOREIGN KEY(reporter_id) REFERENCES account (id),
    CONSTRAINT fk_report_reported_id FOREIGN KEY(reported_id) REFERENCES account (id)
);
CREATE INDEX ix_report_closed_at ON report (closed_at);
CREATE INDEX ix_report_game_id ON report (game_id);
CREATE INDEX ix_report_reported_id ON report (reported_id);
CREATE INDEX ix_report_reporter_id ON report (reporter_id);
CREATE TABLE seat_plan (
    game_id VARCHAR(16) NOT NULL,
    seat INTEGER NOT NULL,
    text TEXT NOT NULL,
    begins_at INTEGER NOT NULL,
    plays_only_moves BOOLEAN NOT NULL,
    waits BOOLEAN NOT NULL,
    set_at DATETIME NOT NULL,
    ended JSON,
    state VARCHAR(20) NOT NULL,
    due_at DATETIME NOT NULL,
    first_due_at DATETIME,
    leased_until DATETIME,
    fence INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    CONSTRAINT pk_seat_plan PRIMARY KEY (game_id, seat),
    CONSTRAINT fk_seat_plan_game_id FOREIGN KEY(game_id) REFERENCES game (id)
);
CREATE INDEX ix_seat_plan_first_due ON seat_plan (first_due_at) WHERE first_due_at IS NOT NULL;
CREATE INDEX ix_seat_plan_state_due_at ON seat_plan (state, due_at);
CREATE TABLE substitution (
    game_id VARCHAR(16) NOT NULL,
    version INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    account_id INTEGER NOT NULL,
    substitute_id INTEGER NOT NULL,
    entry INTEGER NOT NULL,
    at DATETIME NOT NULL,
    CONSTRAINT pk_substitution PRIMARY KEY (game_id, version),
    CONSTRAINT fk_substitution_game_id FOREIGN KEY(game_id) REFERENCES game (id),
    CONSTRAINT fk_substitution_account_id FOREIGN KEY(account_id) REFERENCES account (id),
    CONSTRAINT fk_substitution_substitute_id FOREIGN KEY(substitute_id) REFERENCES account (id)
);
CREATE INDEX ix_substitution_account_id ON substitution (account_id);
CREATE INDEX ix_substitution_substitute_id ON substitution (substitute_id);
CREATE TABLE challenge_ask (
    challenge_id VARCHAR(16) NOT NULL,
    bot_id INTEGER NOT NULL,
    asked_at DATETIME NOT NULL,
    was_silent BOOLEAN NOT NULL,
    has_declined BOOLEAN NOT NULL,
    CONSTRAINT pk_challenge_ask PRIMARY KEY (challenge_id, bot_id),
    CONSTRAINT fk_challenge_ask_challenge_id FOREIGN KEY(challenge_id) REFERENCES challenge (id) ON DELETE CASCADE,
    CONSTRAINT fk_challenge_ask_bot_id FOREIGN KEY(bot_id) REFERENCES bot (account_id)
);
CREATE INDEX ix_challenge_ask_bot_id ON challenge_ask (bot_id, asked_at);
CREATE TABLE challenge_game (
    challenge_id VARCHAR(16) NOT NULL,
    game_id VARCHAR(16) NOT NULL,
    CONSTRAINT pk_challenge_game PRIMARY KEY (challenge_id, game_id),
    CONSTRAINT fk_challenge_game_challenge_id FOREIGN KEY(challenge_id) REFERENCES challenge (id) ON DELETE CASCADE,
    CONSTRAINT fk_challenge_game_game_id FOREIGN KEY(game_id) REFERENCES game (id) ON DELETE CASCADE
);
CREATE INDEX ix_challenge_game_game_id ON challenge_game (game_id);
CREATE TABLE webhook_delivery (
    id INTEGER NOT NULL,
    webhook_id INTEGER NOT NULL,
    event_id INTEGER,
    message_id VARCHAR(40) NOT NULL,
    challenge VARCHAR(32),
    created_at DATETIME NOT NULL,
    state VARCHAR(20) NOT NULL,
    due_at DATETIME NOT NULL,
    first_due_at DATETIME,
    leased_until DATETIME,
    fence INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    CONSTRAINT pk_webhook_delivery PRIMARY KEY (id),
    CONSTRAINT uq_webhook_delivery_webhook_id_event_id UNIQUE (webhook_id, event_id),
    CONSTRAINT fk_webhook_delivery_webhook_id FOREIGN KEY(webhook_id) REFERENCES webhook (id),
    CONSTRAINT fk_webhook_delivery_event_id FOREIGN KEY(event_id) REFERENCES event (id),
    CONSTRAINT uq_webhook_delivery_message_id UNIQUE (message_id)
);
CREATE INDEX ix_webhook_delivery_challenge ON webhook_delivery (webhook_id, state, due_at, id) WHERE challenge IS NOT NULL;
CREATE INDEX ix_webhook_delivery_created_at ON webhook_delivery (created_at);
CREATE INDEX ix_webhook_delivery_event_id ON webhook_delivery (event_id);
CREATE INDEX ix_webhook_delivery_first_due ON webhook_delivery (first_due_at) WHERE first_due_at IS NOT NULL;
CREATE INDEX ix_webhook_delivery_leased ON webhook_delivery (webhook_id, leased_until) WHERE leased_until IS NOT NULL;
CREATE INDEX ix_webhook_delivery_state_due_at ON webhook_delivery (state, due_at);
CREATE INDEX ix_webhook_delivery_webhook_id_state_due_at_id ON webhook_delivery (webhook_id, state, due_at, id);
CREATE TABLE webhook_attempt (
    id INTEGER NOT NULL,
    delivery_id INTEGER NOT NULL,
    at DATETIME NOT NULL,
    status INTEGER,
    trouble VARCHAR(20),
    milliseconds INTEGER NOT NULL,
    CONSTRAINT pk_webhook_attempt PRIMARY KEY (id),
    CONSTRAINT fk_webhook_attempt_delivery_id FOREIGN KEY(delivery_id) REFERENCES webhook_delivery (id)
);
CREATE INDEX ix_webhook_attempt_delivery_id ON webhook_attempt (delivery_id);
INSERT INTO counter (name, value) VALUES ('event', 0)
"""
POSTGRESQL = """\
CREATE TABLE account (
    id SERIAL NOT NULL,
    name VARCHAR(40) NOT NULL,
    display_name VARCHAR(40),
    email VARCHAR(254),
    mailbox VARCHAR(254),
    verified_at TIMESTAMP WITH TIME ZONE,
    time_zone VARCHAR(64) NOT NULL,
    language VARCHAR(35),
    owner_id INTEGER,
    muted JSONB NOT NULL,
    delivery VARCHAR(20) NOT NULL,
    board_words BOOLEAN NOT NULL,
    moves_held VARCHAR(20) NOT NULL,
    page_options JSONB NOT NULL,
    idle_minutes INTEGER NOT NULL,
    digest_hour INTEGER NOT NULL,
    quiet_from INTEGER NOT NULL,
    quiet_to INTEGER NOT NULL,
    paused_until TIMESTAMP WITH TIME ZONE,
    vacations JSONB,
    unreachable_since TIMESTAMP WITH TIME ZONE,
    suppressed_for VARCHAR(20),
    suppressed_at TIMESTAMP WITH TIME ZONE,
    soft_bounces INTEGER,
    mail_failed_at TIMESTAMP WITH TIME ZONE,
    nonce VARCHAR(8) NOT NULL,
    visitor_since TIMESTAMP WITH TIME ZONE,
    network VARCHAR(22),
    hidden_since TIMESTAMP WITH TIME ZONE,
    pushed_since TIMESTAMP WITH TIME ZONE,
    feed_salt VARCHAR(102),
    silenced_until TIMESTAMP WITH TIME ZONE,
    suspended_at TIMESTAMP WITH TIME ZONE,
    created_at TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT pk_account PRIMARY KEY (id),
    CONSTRAINT uq_account_name UNIQUE (name),
    CONSTRAINT uq_account_email UNIQUE (email),
    CONSTRAINT fk_account_owner_id FOREIGN KEY(owner_id) REFERENCES account (id)
);
CREATE INDEX ix_account_feed ON account (id) WHERE feed_salt IS NOT NULL;
CREATE INDEX ix_account_mail_failed ON account (mail_failed_at) WHERE mail_failed_at IS NOT NULL;
CREATE INDEX ix_account_mailbox ON account (mailbox) WHERE mailbox IS NOT NULL;
CREATE INDEX ix_account_owner_id ON account (owner_id) WHERE owner_id IS NOT NULL;
CREATE INDEX ix_account_suppressed ON account (suppressed_at) WHERE suppressed_at IS NOT NULL;
CREATE INDEX ix_account_unconfirmed ON account (created_at) WHERE verified_at IS NULL AND email IS NOT NULL;
CREATE INDEX ix_account_visitor ON account (id) WHERE visitor_since IS NOT NULL;
CREATE TABLE answer (
    scope VARCHAR(80) NOT NULL,
    key VARCHAR(255) NOT NULL,
    fingerprint VARCHAR(64) NOT NULL,
    encrypted BYTEA NOT NULL,
    created_at TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT pk_answer PRIMARY KEY (scope, key)
);
CREATE INDEX ix_answer_created_at ON answer (created_at);
CREATE TABLE counter (
    name VARCHAR(40) NOT NULL,
    value INTEGER NOT NULL,
    CONSTRAINT pk_counter PRIMARY KEY (name)
);
CREATE TABLE departed_name (
    mark VARCHAR(16) NOT NULL,
    CONSTRAINT pk_departed_name PRIMARY KEY (mark)
);
CREATE TABLE dkim_key (
    selector VARCHAR(63) NOT NULL,
    public TEXT NOT NULL,
    encrypted BYTEA NOT NULL,
    key_name VARCHAR(4) NOT NULL,
    created_at TIMESTAMP WITH TIME ZONE NOT NULL,
    used_since TIMESTAMP WITH TIME ZONE,
    ended_at TIMESTAMP WITH TIME ZONE,
    CONSTRAINT pk_dkim_key PRIMARY KEY (selector)
);
CREATE TABLE inbound_content (
    id SERIAL NOT NULL,
    encrypted BYTEA NOT NULL,
    CONSTRAINT pk_inbound_content PRIMARY KEY (id)
);
CREATE TABLE last_backup (
    id SERIAL NOT NULL,
    made_at TIMESTAMP WITH TIME ZONE,
    failed_at TIMESTAMP WITH TIME ZONE,
    failure TEXT,
    CONSTRAINT pk_last_backup PRIMARY KEY (id)
);
CREATE TABLE program_sign (
    program VARCHAR(20) NOT NULL,
    machine VARCHAR(253) NOT NULL,
    seen_at TIMESTAMP WITH TIME ZONE NOT NULL,
    version VARCHAR(40) NOT NULL,
    key_name VARCHAR(4) NOT NULL,
    stopped_at TIMESTAMP WITH TIME ZONE,
    CONSTRAINT pk_program_sign PRIMARY KEY (program, machine)
);
CREATE INDEX ix_program_sign_seen_at ON program_sign (seen_at);
CREATE TABLE push_key (
    id INTEGER NOT NULL,
    public VARCHAR(87) NOT NULL,
    encrypted BYTEA NOT NULL,
    key_name VARCHAR(4) NOT NULL,
    CONSTRAINT pk_push_key PRIMARY KEY (id)
);
CREATE TABLE record_key (
    public VARCHAR(43) NOT NULL,
    noted_at TIMESTAMP WITH TIME ZONE NOT NULL,
    withdrawn_at TIMESTAMP WITH TIME ZONE,
    CONSTRAINT pk_record_key PRIMARY KEY (public)
);
CREATE TABLE restoration (
    id SERIAL NOT NULL,
    backed_up_at TIMESTAMP WITH TIME ZONE NOT NULL,
    restored_at TIMESTAMP WITH TIME ZONE NOT NULL,
    released_at TIMESTAMP WITH TIME ZONE,
    CONSTRAINT pk_restoration PRIMARY KEY (id)
);
CREATE TABLE sign_in (
    id SERIAL NOT NULL,
    email VARCHAR(254) NOT NULL,
    salt VARCHAR(102) NOT NULL,
    link_hash VARCHAR(64) NOT NULL,
    created_at TIMESTAMP WITH TIME ZONE NOT NULL,
    expires_at TIMESTAMP WITH TIME ZONE NOT NULL,
    mails INTEGER NOT NULL,
    mailed_at TIMESTAMP WITH TIME ZONE,
    used_at TIMESTAMP WITH TIME ZONE,
    link_used_at TIMESTAMP WITH TIME ZONE,
    CONSTRAINT pk_sign_in PRIMARY KEY (id),
    CONSTRAINT uq_sign_in_salt UNIQUE (salt),
    CONSTRAINT uq_sign_in_link_hash UNIQUE (link_hash)
);
CREATE INDEX ix_sign_in_email ON sign_in (email);
CREATE INDEX ix_sign_in_expires_at ON sign_in (expires_at);
CREATE TABLE taken_delivery (
    mark VARCHAR(64) NOT NULL,
    at TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT pk_taken_delivery PRIMARY KEY (mark)
);
CREATE INDEX ix_taken_delivery_at ON taken_delivery (at);
CREATE TABLE unwanted_mail (
    mark VARCHAR(16) NOT NULL,
    muted JSONB NOT NULL,
    suppressed_for VARCHAR(20),
    suppressed_at TIMESTAMP WITH TIME ZONE,
    unreachable_since TIMESTAMP WITH TIME ZONE,
    mail_failed_at TIMESTAMP WITH TIME ZONE,
    blocked JSONB NOT NULL,
    CONSTRAINT pk_unwanted_mail PRIMARY KEY (mark)
);
CREATE TABLE webhook_challenge (
    id SERIAL NOT NULL,
    account_id INTEGER NOT NULL,
    webhook_id INTEGER NOT NULL,
    at TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT pk_webhook_challenge PRIMARY KEY (id)
);
CREATE INDEX ix_webhook_challenge_account_id_at ON webhook_challenge (account_id, at);
CREATE TABLE account_address (
    id SERIAL NOT NULL,
    account_id INTEGER NOT NULL,
    address VARCHAR(254) NOT NULL,
    replaces VARCHAR(254),
    nonce VARCHAR(8) NOT NULL,
    added_at TIMESTAMP WITH TIME ZONE NOT NULL,
    confirmed_at TIMESTAMP WITH TIME ZONE,
    proven_at TIMESTAMP WITH TIME ZONE,
    ended_at TIMESTAMP WITH TIME ZONE,
    CONSTRAINT pk_account_address PRIMARY KEY (id),
    CONSTRAINT fk_account_address_account_id FOREIGN KEY(account_id) REFERENCES account (id)
);
CREATE INDEX ix_account_address_account_id ON account_address (account_id);
CREATE INDEX ix_account_address_added_at ON account_address (added_at);
CREATE INDEX ix_account_address_address ON account_address (address);
CREATE UNIQUE INDEX uq_account_address_proven ON account_address (address) WHERE proven_at IS NOT NULL AND replaces IS NULL;
CREATE TABLE api_token (
    id SERIAL NOT NULL,
    account_id INTEGER NOT NULL,
    name VARCHAR(80) NOT NULL,
    hash VARCHAR(64) NOT NULL,
    scopes JSONB NOT NULL,
    app VARCHAR(200),
    created_at TIMESTAMP WITH TIME ZONE NOT NULL,
    expires_at TIMESTAMP WITH TIME ZONE,
    last_used_at TIMESTAMP WITH TIME ZONE,
    revoked_at TIMESTAMP WITH TIME ZONE,
    CONSTRAINT pk_api_token PRIMARY KEY (id),
    CONSTRAINT fk_api_token_account_id FOREIGN KEY(account_id) REFERENCES account (id),
    CONSTRAINT uq_api_token_hash UNIQUE (hash)
);
CREATE INDEX ix_api_token_account_id ON api_token (account_id);
CREATE TABLE block (
    account_id INTEGER NOT NULL,
    blocked_id INTEGER NOT NULL,
    created_at TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT pk_block PRIMARY KEY (account_id, blocked_id),
    CONSTRAINT fk_block_account_id FOREIGN KEY(account_id) REFERENCES account (id),
    CONSTRAINT fk_block_blocked_id FOREIGN KEY(blocked_id) REFERENCES account (id)
);
CREATE INDEX ix_block_blocked_id ON block (blocked_id);
CREATE TABLE bot (
    account_id INTEGER NOT NULL,
    description VARCHAR(500) NOT NULL,
    homepage VARCHAR(300),
    author VARCHAR(80),
    seconds_per_move INTEGER NOT NULL,
    at_once INTEGER NOT NULL,
    accepts VARCHAR(20) NOT NULL,
    auto_accept BOOLEAN NOT NULL,
    auto_agree BOOLEAN NOT NULL,
    last_seen_at TIMESTAMP WITH TIME ZONE,
    missed_turns INTEGER NOT NULL,
    paused_at TIMESTAMP WITH TIME ZONE,
    paused_by VARCHAR(20),
    retired_at TIMESTAMP WITH TIME ZONE,
    CONSTRAINT pk_bot PRIMARY KEY (account_id),
    CONSTRAINT fk_bot_account_id FOREIGN KEY(account_id) REFERENCES account (id)
);
CREATE TABLE browser_session (
    id SERIAL NOT NULL,
    account_id INTEGER NOT NULL,
    hash VARCHAR(64) NOT NULL,
    browser VARCHAR(40) NOT NULL,
    system VARCHAR(40) NOT NULL,
    network VARCHAR(40) NOT NULL,
    created_at TIMESTAMP WITH TIME ZONE NOT NULL,
    last_used_at TIMESTAMP WITH TIME ZONE NOT NULL,
    ended_at TIMESTAMP WITH TIME ZONE,
    CONSTRAINT pk_browser_session PRIMARY KEY (id),
    CONSTRAINT fk_browser_session_account_id FOREIGN KEY(account_id) REFERENCES account (id),
    CONSTRAINT uq_browser_session_hash UNIQUE (hash)
);
CREATE INDEX ix_browser_session_account_id ON browser_session (account_id);
CREATE INDEX ix_browser_session_last_used_at ON browser_session (last_used_at);
CREATE TABLE departure (
    account_id INTEGER NOT NULL,
    mark VARCHAR(64) NOT NULL,
    at TIMESTAMP WITH TIME ZONE NOT NULL,
    noted_at TIMESTAMP WITH TIME ZONE,
    due_at TIMESTAMP WITH TIME ZONE,
    CONSTRAINT pk_departure PRIMARY KEY (account_id),
    CONSTRAINT fk_departure_account_id FOREIGN KEY(account_id) REFERENCES account (id),
    CONSTRAINT uq_departure_mark UNIQUE (mark)
);
CREATE INDEX ix_departure_due_at ON departure (due_at);
CREATE TABLE device_grant (
    id SERIAL NOT NULL,
    hash VARCHAR(64) NOT NULL,
    mark VARCHAR(16) NOT NULL,
    app VARCHAR(200) NOT NULL,
    scopes JSONB NOT NULL,
    network VARCHAR(40) NOT NULL,
    created_at TIMESTAMP WITH TIME ZONE NOT NULL,
    expires_at TIMESTAMP WITH TIME ZONE NOT NULL,
    interval INTEGER NOT NULL,
    asked_at TIMESTAMP WITH TIME ZONE,
    account_id INTEGER,
    denied BOOLEAN NOT NULL,
    CONSTRAINT pk_device_grant PRIMARY KEY (id),
    CONSTRAINT uq_device_grant_hash UNIQUE (hash),
    CONSTRAINT uq_device_grant_mark UNIQUE (mark),
    CONSTRAINT fk_device_grant_account_id FOREIGN KEY(account_id) REFERENCES account (id) ON DELETE CASCADE
);
CREATE INDEX ix_device_grant_account_id ON device_grant (account_id);
CREATE INDEX ix_device_grant_expires_at ON device_grant (expires_at);
CREATE TABLE envelope (
    id SERIAL NOT NULL,
    account_id INTEGER,
    recipient VARCHAR(254) NOT NULL,
    lane INTEGER NOT NULL,
    message_id VARCHAR(254) NOT NULL,
    encrypted BYTEA NOT NULL,
    created_at TIMESTAMP WITH TIME ZONE NOT NULL,
    sent_at TIMESTAMP WITH TIME ZONE,
    offered_at TIMESTAMP WITH TIME ZONE,
    key_name VARCHAR(4) NOT NULL,
    last_reply VARCHAR(500),
    bounced_at TIMESTAMP WITH TIME ZONE,
    reply_box VARCHAR(64),
    state VARCHAR(20) NOT NULL,
    due_at TIMESTAMP WITH TIME ZONE NOT NULL,
    first_due_at TIMESTAMP WITH TIME ZONE,
    leased_until TIMESTAMP WITH TIME ZONE,
    fence INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    CONSTRAINT pk_envelope PRIMARY KEY (id),
    CONSTRAINT fk_envelope_account_id FOREIGN KEY(account_id) REFERENCES account (id),
    CONSTRAINT uq_envelope_message_id UNIQUE (message_id)
);
CREATE INDEX ix_envelope_account_id ON envelope (account_id);
CREATE INDEX ix_envelope_first_due ON envelope (first_due_at) WHERE first_due_at IS NOT NULL;
CREATE INDEX ix_envelope_state_due_at ON envelope (state, due_at);
CREATE INDEX ix_envelope_state_lane_due_at ON envelope (state, lane, due_at);
CREATE TABLE favourite (
    account_id INTEGER NOT NULL,
    favourite_id INTEGER NOT NULL,
    created_at TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT pk_favourite PRIMARY KEY (account_id, favourite_id),
    CONSTRAINT fk_favourite_account_id FOREIGN KEY(account_id) REFERENCES account (id),
    CONSTRAINT fk_favourite_favourite_id FOREIGN KEY(favourite_id) REFERENCES account (id)
);
CREATE INDEX ix_favourite_favourite_id ON favourite (favourite_id);
CREATE TABLE footer (
    id SERIAL NOT NULL,
    account_id INTEGER NOT NULL,
    marks JSONB NOT NULL,
    mails INTEGER NOT NULL,
    seen_at TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT pk_footer PRIMARY KEY (id),
    CONSTRAINT fk_footer_account_id FOREIGN KEY(account_id) REFERENCES account (id)
);
CREATE INDEX ix_footer_account_id ON footer (account_id);
CREATE INDEX ix_footer_seen_at ON footer (seen_at);
CREATE TABLE game_batch (
    id VARCHAR(16) NOT NULL,
    organiser_id INTEGER NOT NULL,
    created_at TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT pk_game_batch PRIMARY KEY (id),
    CONSTRAINT fk_game_batch_organiser_id FOREIGN KEY(organiser_id) REFERENCES account (id)
);
CREATE INDEX ix_game_batch_organiser_id ON game_batch (organiser_id);
CREATE TABLE game_match (
    id VARCHAR(16) NOT NULL,
    ruleset VARCHAR(40) NOT NULL,
    simultaneous BOOLEAN NOT NULL,
    status VARCHAR(20) NOT NULL,
    creator_id INTEGER NOT NULL,
    created_at TIMESTAMP WITH TIME ZONE NOT NULL,
    finished_at TIMESTAMP WITH TIME ZONE,
    ended_by VARCHAR(20),
    winner INTEGER,
    secret BYTEA NOT NULL,
    CONSTRAINT pk_game_match PRIMARY KEY (id),
    CONSTRAINT fk_game_match_creator_id FOREIGN KEY(creator_id) REFERENCES account (id)
);
CREATE INDEX ix_game_match_creator_id ON game_match (creator_id);
CREATE TABLE inbound_mail (
    id SERIAL NOT NULL,
    sender VARCHAR(254) NOT NULL,
    recipient VARCHAR(64) NOT NULL,
    fingerprint VARCHAR(64) NOT NULL,
    content_id INTEGER,
    network VARCHAR(22),
    received_at TIMESTAMP WITH TIME ZONE NOT NULL,
    game_id VARCHAR(16),
    account_id INTEGER,
    vouched_by VARCHAR(253),
    told BYTEA NOT NULL,
    round INTEGER,
    asked_at TIMESTAMP WITH TIME ZONE,
    approved_at TIMESTAMP WITH TIME ZONE,
    outcome VARCHAR(20),
    nonce VARCHAR(8) NOT NULL,
    asked_move VARCHAR(1000),
    asked_version INTEGER,
    likeness VARCHAR(64),
    state VARCHAR(20) NOT NULL,
    due_at TIMESTAMP WITH TIME ZONE NOT NULL,
    first_due_at TIMESTAMP WITH TIME ZONE,
    leased_until TIMESTAMP WITH TIME ZONE,
    fence INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    CONSTRAINT pk_inbound_mail PRIMARY KEY (id),
    CONSTRAINT uq_inbound_mail_recipient_fingerprint UNIQUE (recipient, fingerprint),
    CONSTRAINT fk_inbound_mail_content_id FOREIGN KEY(content_id) REFERENCES inbound_content (id),
    CONSTRAINT fk_inbound_mail_account_id FOREIGN KEY(account_id) REFERENCES account (id)
);
CREATE INDEX ix_inbound_mail_account_id ON inbound_mail (account_id);
CREATE INDEX ix_inbound_mail_asked ON inbound_mail (asked_at) WHERE round IS NOT NULL AND asked_at IS NOT NULL;
CREATE INDEX ix_inbound_mail_content_id ON inbound_mail (content_id);
CREATE INDEX ix_inbound_mail_first_due ON inbound_mail (first_due_at) WHERE first_due_at IS NOT NULL;
CREATE INDEX ix_inbound_mail_game_id_state ON inbound_mail (game_id, state);
CREATE INDEX ix_inbound_mail_held ON inbound_mail (received_at) WHERE outcome = 'held';
CREATE INDEX ix_inbound_mail_likeness_received_at ON inbound_mail (likeness, received_at);
CREATE INDEX ix_inbound_mail_line ON inbound_mail (vouched_by, network, round) WHERE round IS NOT NULL AND asked_at IS NULL;
CREATE INDEX ix_inbound_mail_network ON inbound_mail (received_at) WHERE network IS NOT NULL;
CREATE INDEX ix_inbound_mail_received_at ON inbound_mail (received_at);
CREATE INDEX ix_inbound_mail_round ON inbound_mail (round, id) WHERE round IS NOT NULL AND asked_at IS NULL;
CREATE INDEX ix_inbound_mail_state_due_at ON inbound_mail (state, due_at);
CREATE TABLE measure (
    id SERIAL NOT NULL,
    account_id INTEGER NOT NULL,
    what VARCHAR(20) NOT NULL,
    because VARCHAR(500) NOT NULL,
    until TIMESTAMP WITH TIME ZONE,
    at TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT pk_measure PRIMARY KEY (id),
    CONSTRAINT fk_measure_account_id FOREIGN KEY(account_id) REFERENCES account (id)
);
CREATE INDEX ix_measure_account_id ON measure (account_id);
CREATE INDEX ix_measure_at ON measure (at);
CREATE TABLE organiser_consent (
    account_id INTEGER NOT NULL,
    organiser_id INTEGER NOT NULL,
    created_at TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT pk_organiser_consent PRIMARY KEY (account_id, organiser_id),
    CONSTRAINT fk_organiser_consent_account_id FOREIGN KEY(account_id) REFERENCES account (id),
    CONSTRAINT fk_organiser_consent_organiser_id FOREIGN KEY(organiser_id) REFERENCES account (id)
);
CREATE INDEX ix_organiser_consent_organiser_id ON organiser_consent (organiser_id);
CREATE TABLE rating (
    id SERIAL NOT NULL,
    pool VARCHAR(60) NOT NULL,
    account_id INTEGER,
    level INTEGER,
    mean DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    games INTEGER NOT NULL,
    rated_at TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT pk_rating PRIMARY KEY (id),
    CONSTRAINT uq_rating_pool_account_id UNIQUE (pool, account_id),
    CONSTRAINT uq_rating_pool_level UNIQUE (pool, level),
    CONSTRAINT ck_rating_one_player CHECK ((account_id IS NULL) <> (level IS NULL)),
    CONSTRAINT fk_rating_account_id FOREIGN KEY(account_id) REFERENCES account (id)
);
CREATE INDEX ix_rating_account_id ON rating (account_id);
CREATE INDEX ix_rating_best ON rating (pool, mean);
CREATE TABLE recovery_code (
    id SERIAL NOT NULL,
    account_id INTEGER NOT NULL,
    hash VARCHAR(64) NOT NULL,
    created_at TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT pk_recovery_code PRIMARY KEY (id),
    CONSTRAINT fk_recovery_code_account_id FOREIGN KEY(account_id) REFERENCES account (id),
    CONSTRAINT uq_recovery_code_hash UNIQUE (hash)
);
CREATE INDEX ix_recovery_code_account_id ON recovery_code (account_id);
CREATE TABLE sign_in_asker (
    sign_in_id INTEGER NOT NULL,
    mark VARCHAR(16) NOT NULL,
    place VARCHAR(16) NOT NULL,
    area VARCHAR(16),
    asks INTEGER NOT NULL,
    wrong_codes INTEGER NOT NULL,
    CONSTRAINT pk_sign_in_asker PRIMARY KEY (sign_in_id, mark),
    CONSTRAINT fk_sign_in_asker_sign_in_id FOREIGN KEY(sign_in_id) REFERENCES sign_in (id)
);
CREATE TABLE tournament (
    id VARCHAR(16) NOT NULL,
    number INTEGER NOT NULL,
    title VARCHAR(60) NOT NULL,
    organiser_id INTEGER NOT NULL,
    ruleset VARCHAR(40) NOT NULL,
    options JSONB NOT NULL,
    system VARCHAR(20) NOT NULL,
    seats INTEGER NOT NULL,
    rounds INTEGER,
    days_per_move INTEGER NOT NULL,
    rated BOOLEAN NOT NULL,
    seeding VARCHAR(10) NOT NULL,
    least_entries INTEGER NOT NULL,
    most_entries INTEGER NOT NULL,
    late_entries BOOLEAN NOT NULL,
    rating_from INTEGER,
    rating_to INTEGER,
    entrants VARCHAR(10) NOT NULL,
    starts_at TIMESTAMP WITH TIME ZONE,
    idle_days INTEGER NOT NULL,
    state VARCHAR(20) NOT NULL,
    round INTEGER NOT NULL,
    note VARCHAR(40),
    due_at TIMESTAMP WITH TIME ZONE,
    created_at TIMESTAMP WITH TIME ZONE NOT NULL,
    started_at TIMESTAMP WITH TIME ZONE,
    finished_at TIMESTAMP WITH TIME ZONE,
    final_at TIMESTAMP WITH TIME ZONE,
    failures INTEGER NOT NULL,
    retried_at TIMESTAMP WITH TIME ZONE,
    CONSTRAINT pk_tournament PRIMARY KEY (id),
    CONSTRAINT uq_tournament_number UNIQUE (number),
    CONSTRAINT fk_tournament_organiser_id FOREIGN KEY(organiser_id) REFERENCES account (id)
);
CREATE INDEX ix_tournament_due ON tournament (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX ix_tournament_listed ON tournament (state, created_at, id);
CREATE INDEX ix_tournament_organiser_id ON tournament (organiser_id);
CREATE TABLE volunteer (
    account_id INTEGER NOT NULL,
    ruleset VARCHAR(40) NOT NULL,
    asked_at TIMESTAMP WITH TIME ZONE,
    created_at TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT pk_volunteer PRIMARY KEY (account_id, ruleset),
    CONSTRAINT fk_volunteer_account_id FOREIGN KEY(account_id) REFERENCES account (id)
);
CREATE INDEX ix_volunteer_ruleset ON volunteer (ruleset);
CREATE TABLE webhook (
    id SERIAL NOT NULL,
    account_id INTEGER NOT NULL,
    url VARCHAR(500) NOT NULL,
    types JSONB NOT NULL,
    secret_salt VARCHAR(102) NOT NULL,
    previous_secret_salt VARCHAR(102),
    previous_until TIMESTAMP WITH TIME ZONE,
    cursor INTEGER NOT NULL,
    failing_since TIMESTAMP WITH TIME ZONE,
    held_until TIMESTAMP WITH TIME ZONE,
    due_at TIMESTAMP WITH TIME ZONE,
    verified_at TIMESTAMP WITH TIME ZONE,
    switched_off VARCHAR(20),
    created_at TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT pk_webhook PRIMARY KEY (id),
    CONSTRAINT fk_webhook_account_id FOREIGN KEY(account_id) REFERENCES account (id)
);
CREATE INDEX ix_webhook_account_id ON webhook (account_id);
CREATE TABLE authorization_code (
    id SERIAL NOT NULL,
    hash VARCHAR(64) NOT NULL,
    app VARCHAR(200) NOT NULL,
    redirect_uri VARCHAR(500) NOT NULL,
    challenge VARCHAR(43) NOT NULL,
    scopes JSONB NOT NULL,
    account_id INTEGER NOT NULL,
    created_at TIMESTAMP WITH TIME ZONE NOT NULL,
    expires_at TIMESTAMP WITH TIME ZONE NOT NULL,
    token_id INTEGER,
    CONSTRAINT pk_authorization_code PRIMARY KEY (id),
    CONSTRAINT uq_authorization_code_hash UNIQUE (hash),
    CONSTRAINT fk_authorization_code_account_id FOREIGN KEY(account_id) REFERENCES account (id) ON DELETE CASCADE,
    CONSTRAINT fk_authorization_code_token_id FOREIGN KEY(token_id) REFERENCES api_token (id) ON DELETE CASCADE
);
CREATE INDEX ix_authorization_code_account_id ON authorization_code (account_id);
CREATE INDEX ix_authorization_code_expires_at ON authorization_code (expires_at);
CREATE INDEX ix_authorization_code_token_id ON authorization_code (token_id);
CREATE TABLE bot_game (
    bot_id INTEGER NOT NULL,
    ruleset VARCHAR(40) NOT NULL,
    seats JSONB NOT NULL,
    options JSONB NOT NULL,
    CONSTRAINT pk_bot_game PRIMARY KEY (bot_id, ruleset),
    CONSTRAINT fk_bot_game_bot_id FOREIGN KEY(bot_id) REFERENCES bot (account_id)
);
CREATE TABLE bot_guest (
    bot_id INTEGER NOT NULL,
    account_id INTEGER NOT NULL,
    CONSTRAINT pk_bot_guest PRIMARY KEY (bot_id, account_id),
    CONSTRAINT fk_bot_guest_bot_id FOREIGN KEY(bot_id) REFERENCES bot (account_id),
    CONSTRAINT fk_bot_guest_account_id FOREIGN KEY(account_id) REFERENCES account (id)
);
CREATE TABLE game (
    id VARCHAR(16) NOT NULL,
    number INTEGER,
    ruleset VARCHAR(40) NOT NULL,
    rules_version VARCHAR(20) NOT NULL,
    options JSONB NOT NULL,
    given_layout JSONB,
    setup JSONB,
    status VARCHAR(20) NOT NULL,
    version INTEGER NOT NULL,
    turn INTEGER NOT NULL,
    turn_nonce VARCHAR(8),
    log_length INTEGER NOT NULL,
    log_mark VARCHAR(16),
    to_move INTEGER,
    deadline TIMESTAMP WITH TIME ZONE,
    bot_due_at TIMESTAMP WITH TIME ZONE,
    audit_due_at TIMESTAMP WITH TIME ZONE,
    fault VARCHAR(200),
    days_per_move INTEGER NOT NULL,
    clock JSONB,
    fast_clock JSONB,
    turn_clock JSONB,
    paused_at TIMESTAMP WITH TIME ZONE,
    on_timeout VARCHAR(20),
    stand_in_level INTEGER,
    grace_minutes INTEGER,
    held_at TIMESTAMP WITH TIME ZONE,
    proposal JSONB,
    shuffle_seats BOOLEAN NOT NULL,
    visibility VARCHAR(20) NOT NULL,
    seed BYTEA NOT NULL,
    commitment VARCHAR(64) NOT NULL,
    beacon JSONB,
    beacon_due_at TIMESTAMP WITH TIME ZONE,
    beacon_trouble VARCHAR(20),
    creator_id INTEGER NOT NULL,
    created_at TIMESTAMP WITH TIME ZONE NOT NULL,
    started_at TIMESTAMP WITH TIME ZONE,
    finished_at TIMESTAMP WITH TIME ZONE,
    ended_by VARCHAR(20),
    adjudicated VARCHAR(200),
    scores JSONB,
    winners JSONB,
    join_salt VARCHAR(102),
    match_id VARCHAR(16),
    match_round INTEGER,
    rematch_of VARCHAR(16),
    series_id VARCHAR(16),
    series_round INTEGER,
    first_to INTEGER,
    series_wins JSONB,
    series_stopped BOOLEAN,
    practice_day DATE,
    rated BOOLEAN NOT NULL,
    not_rated VARCHAR(40),
    had_hints BOOLEAN NOT NULL,
    batch_id VARCHAR(16),
    imported_at TIMESTAMP WITH TIME ZONE,
    CONSTRAINT pk_game PRIMARY KEY (id),
    CONSTRAINT uq_game_match_id_match_round UNIQUE (match_id, match_round),
    CONSTRAINT fk_game_creator_id FOREIGN KEY(creator_id) REFERENCES account (id),
    CONSTRAINT fk_game_match_id FOREIGN KEY(match_id) REFERENCES game_match (id),
    CONSTRAINT fk_game_batch_id FOREIGN KEY(batch_id) REFERENCES game_batch (id)
);
CREATE INDEX ix_game_audit_due ON game (audit_due_at) WHERE audit_due_at IS NOT NULL;
CREATE INDEX ix_game_batch ON game (batch_id, number) WHERE batch_id IS NOT NULL;
CREATE INDEX ix_game_beacon_due ON game (beacon_due_at) WHERE beacon_due_at IS NOT NULL;
CREATE INDEX ix_game_bot_due ON game (bot_due_at) WHERE bot_due_at IS NOT NULL;
CREATE INDEX ix_game_creator_id ON game (creator_id);
CREATE INDEX ix_game_deadline_id ON game (deadline, id);
CREATE INDEX ix_game_fault ON game (id) WHERE fault IS NOT NULL;
CREATE INDEX ix_game_imported ON game (creator_id, created_at, id) WHERE imported_at IS NOT NULL;
CREATE INDEX ix_game_joined_by_key ON game (status) WHERE join_salt IS NOT NULL;
CREATE INDEX ix_game_left_seats ON game (status) WHERE on_timeout = 'substitute';
CREATE UNIQUE INDEX ix_game_number ON game (number);
CREATE INDEX ix_game_public_created_at ON game (created_at, id) WHERE visibility = 'public';
CREATE INDEX ix_game_public_deadline ON game (deadline, id) WHERE visibility = 'public';
CREATE INDEX ix_game_public_ruleset ON game (ruleset, created_at, id) WHERE visibility = 'public';
CREATE INDEX ix_game_public_status ON game (status, created_at, id) WHERE visibility = 'public';
CREATE UNIQUE INDEX ix_game_rematch_of ON game (rematch_of);
CREATE UNIQUE INDEX ix_game_series_round ON game (series_id, series_round);
CREATE TABLE push_device (
    id SERIAL NOT NULL,
    account_id INTEGER NOT NULL,
    session_id INTEGER NOT NULL,
    mark VARCHAR(64) NOT NULL,
    encrypted BYTEA NOT NULL,
    key_name VARCHAR(4) NOT NULL,
    public VARCHAR(87) NOT NULL,
    failures INTEGER NOT NULL,
    created_at TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT pk_push_device PRIMARY KEY (id),
    CONSTRAINT fk_push_device_account_id FOREIGN KEY(account_id) REFERENCES account (id),
    CONSTRAINT uq_push_device_session_id UNIQUE (session_id),
    CONSTRAINT fk_push_device_session_id FOREIGN KEY(session_id) REFERENCES browser_session (id) ON DELETE CASCADE,
    CONSTRAINT uq_push_device_mark UNIQUE (mark)
);
CREATE INDEX ix_push_device_account_id ON push_device (account_id);
CREATE TABLE tournament_entry (
    tournament_id VARCHAR(16) NOT NULL,
    account_id INTEGER NOT NULL,
    number INTEGER,
    state VARCHAR(20) NOT NULL,
    first_round INTEGER NOT NULL,
    entered_at TIMESTAMP WITH TIME ZONE NOT NULL,
    asked_at TIMESTAMP WITH TIME ZONE,
    confirmed_at TIMESTAMP WITH TIME ZONE,
    CONSTRAINT pk_tournament_entry PRIMARY KEY (tournament_id, account_id),
    CONSTRAINT uq_tournament_entry_tournament_id_number UNIQUE (tournament_id, number),
    CONSTRAINT fk_tournament_entry_tournament_id FOREIGN KEY(tournament_id) REFERENCES tournament (id),
    CONSTRAINT fk_tournament_entry_account_id FOREIGN KEY(account_id) REFERENCES account (id)
);
CREATE INDEX ix_tournament_entry_account_id ON tournament_entry (account_id);
CREATE TABLE tournament_log (
    id SERIAL NOT NULL,
    tournament_id VARCHAR(16) NOT NULL,
    at TIMESTAMP WITH TIME ZONE NOT NULL,
    what VARCHAR(40) NOT NULL,
    data JSONB NOT NULL,
    reason VARCHAR(200) NOT NULL,
    CONSTRAINT pk_tournament_log PRIMARY KEY (id),
    CONSTRAINT fk_tournament_log_tournament_id FOREIGN KEY(tournament_id) REFERENCES tournament (id)
);
CREATE INDEX ix_tournament_log_tournament_id ON tournament_log (tournament_id);
CREATE TABLE analysis (
    game_id VARCHAR(16) NOT NULL,
    at INTEGER NOT NULL,
    result JSONB,
    claimant VARCHAR(40),
    level INTEGER,
    by_visitor BOOLEAN,
    round INTEGER,
    state VARCHAR(20) NOT NULL,
    due_at TIMESTAMP WITH TIME ZONE NOT NULL,
    first_due_at TIMESTAMP WITH TIME ZONE,
    leased_until TIMESTAMP WITH TIME ZONE,
    fence INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    CONSTRAINT pk_analysis PRIMARY KEY (game_id, at),
    CONSTRAINT fk_analysis_game_id FOREIGN KEY(game_id) REFERENCES game (id)
);
CREATE INDEX ix_analysis_first_due ON analysis (first_due_at) WHERE first_due_at IS NOT NULL;
CREATE INDEX ix_analysis_in_turn ON analysis (by_visitor, round, level) WHERE claimant IS NOT NULL;
CREATE INDEX ix_analysis_of_claimant ON analysis (claimant, round) WHERE claimant IS NOT NULL;
CREATE INDEX ix_analysis_state_due_at ON analysis (state, due_at);
CREATE TABLE challenge (
    id VARCHAR(16) NOT NULL,
    account_id INTEGER NOT NULL,
    state VARCHAR(20) NOT NULL,
    ruleset VARCHAR(40) NOT NULL,
    options JSONB NOT NULL,
    least_days INTEGER NOT NULL,
    most_days INTEGER NOT NULL,
    fast_clock JSONB,
    rated BOOLEAN NOT NULL,
    rating_from INTEGER,
    rating_to INTEGER,
    at_once INTEGER NOT NULL,
    created_at TIMESTAMP WITH TIME ZONE NOT NULL,
    game_id VARCHAR(16),
    asked INTEGER NOT NULL,
    due_at TIMESTAMP WITH TIME ZONE,
    closed_at TIMESTAMP WITH TIME ZONE,
    CONSTRAINT pk_challenge PRIMARY KEY (id),
    CONSTRAINT fk_challenge_account_id FOREIGN KEY(account_id) REFERENCES account (id),
    CONSTRAINT uq_challenge_game_id UNIQUE (game_id),
    CONSTRAINT fk_challenge_game_id FOREIGN KEY(game_id) REFERENCES game (id) ON DELETE CASCADE
);
CREATE INDEX ix_challenge_account_id ON challenge (account_id);
CREATE INDEX ix_challenge_due ON challenge (state, due_at);
CREATE INDEX ix_challenge_waiting ON challenge (state, ruleset, created_at);
CREATE TABLE daily_game (
    account_id INTEGER NOT NULL,
    day DATE NOT NULL,
    game_id VARCHAR(16) NOT NULL,
    CONSTRAINT pk_daily_game PRIMARY KEY (account_id, day),
    CONSTRAINT fk_daily_game_account_id FOREIGN KEY(account_id) REFERENCES account (id),
    CONSTRAINT uq_daily_game_game_id UNIQUE (game_id),
    CONSTRAINT fk_daily_game_game_id FOREIGN KEY(game_id) REFERENCES game (id)
);
CREATE TABLE event (
    id SERIAL NOT NULL,
    number INTEGER,
    type VARCHAR(40) NOT NULL,
    game_id VARCHAR(16),
    tournament_id VARCHAR(16),
    version INTEGER,
    data JSONB NOT NULL,
    at TIMESTAMP WITH TIME ZONE NOT NULL,
    turn_nonce VARCHAR(8),
    CONSTRAINT pk_event PRIMARY KEY (id),
    CONSTRAINT uq_event_number UNIQUE (number),
    CONSTRAINT fk_event_game_id FOREIGN KEY(game_id) REFERENCES game (id),
    CONSTRAINT fk_event_tournament_id FOREIGN KEY(tournament_id) REFERENCES tournament (id)
);
CREATE INDEX ix_event_game_id ON event (game_id);
CREATE INDEX ix_event_not_numbered ON event (id) WHERE number IS NULL;
CREATE TABLE game_seat (
    game_id VARCHAR(16) NOT NULL,
    place INTEGER NOT NULL,
    number INTEGER NOT NULL,
    state VARCHAR(20) NOT NULL,
    for_anybody BOOLEAN NOT NULL,
    account_id INTEGER,
    invitation_nonce VARCHAR(8),
    invited_as VARCHAR(254),
    reminded_at TIMESTAMP WITH TIME ZONE,
    reminders INTEGER,
    undelivered_at TIMESTAMP WITH TIME ZONE,
    unanswered_at TIMESTAMP WITH TIME ZONE,
    decline_reason VARCHAR(20),
    decline_text VARCHAR(200),
    withdrawn_id INTEGER,
    ai_level INTEGER,
    contribution VARCHAR(64),
    contributed VARCHAR(10),
    contributed_at TIMESTAMP WITH TIME ZONE,
    contribution_number INTEGER,
    left_by VARCHAR(20),
    left_at TIMESTAMP WITH TIME ZONE,
    with_whom JSONB,
    stood_in_at TIMESTAMP WITH TIME ZONE,
    taken_over_at TIMESTAMP WITH TIME ZONE,
    delivery VARCHAR(20),
    looked_at TIMESTAMP WITH TIME ZONE,
    here_at TIMESTAMP WITH TIME ZONE,
    read_message INTEGER,
    credited_at TIMESTAMP WITH TIME ZONE,
    seconds_saved INTEGER,
    pause_wished_at TIMESTAMP WITH TIME ZONE,
    planned_at TIMESTAMP WITH TIME ZONE,
    planned_move_at INTEGER,
    analysis_wished_at TIMESTAMP WITH TIME ZONE,
    recorded_name VARCHAR(30),
    guest_name VARCHAR(40),
    beside VARCHAR(40),
    rating JSONB,
    CONSTRAINT pk_game_seat PRIMARY KEY (game_id, place),
    CONSTRAINT fk_game_seat_game_id FOREIGN KEY(game_id) REFERENCES game (id),
    CONSTRAINT fk_game_seat_account_id FOREIGN KEY(account_id) REFERENCES account (id)
);
CREATE INDEX ix_game_seat_account_id_game_id ON game_seat (account_id, game_id);
CREATE INDEX ix_game_seat_invited ON game_seat (game_id) WHERE game_seat.state = 'invited';
CREATE TABLE held_move (
    game_id VARCHAR(16) NOT NULL,
    seat INTEGER NOT NULL,
    account_id INTEGER NOT NULL,
    version INTEGER NOT NULL,
    move VARCHAR(1000) NOT NULL,
    encrypted BYTEA NOT NULL,
    sent_at TIMESTAMP WITH TIME ZONE NOT NULL,
    state VARCHAR(20) NOT NULL,
    due_at TIMESTAMP WITH TIME ZONE NOT NULL,
    first_due_at TIMESTAMP WITH TIME ZONE,
    leased_until TIMESTAMP WITH TIME ZONE,
    fence INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    CONSTRAINT pk_held_move PRIMARY KEY (game_id),
    CONSTRAINT fk_held_move_game_id FOREIGN KEY(game_id) REFERENCES game (id),
    CONSTRAINT fk_held_move_account_id FOREIGN KEY(account_id) REFERENCES account (id)
);
CREATE INDEX ix_held_move_account_id ON held_move (account_id);
CREATE INDEX ix_held_move_first_due ON held_move (first_due_at) WHERE first_due_at IS NOT NULL;
CREATE INDEX ix_held_move_state_due_at ON held_move (state, due_at);
CREATE TABLE imported_record (
    game_id VARCHAR(16) NOT NULL,
    account_id INTEGER NOT NULL,
    head VARCHAR(64) NOT NULL,
    document TEXT NOT NULL,
    format VARCHAR(40) NOT NULL,
    played_as VARCHAR(16) NOT NULL,
    origin VARCHAR(200) NOT NULL,
    key VARCHAR(43) NOT NULL,
    signature VARCHAR(20) NOT NULL,
    verified JSONB NOT NULL,
    imported_at TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT pk_imported_record PRIMARY KEY (game_id),
    CONSTRAINT uq_imported_record_account_id_head UNIQUE (account_id, head),
    CONSTRAINT fk_imported_record_game_id FOREIGN KEY(game_id) REFERENCES game (id) ON DELETE CASCADE,
    CONSTRAINT fk_imported_record_account_id FOREIGN KEY(account_id) REFERENCES account (id)
);
CREATE TABLE kept_branch (
    id VARCHAR(16) NOT NULL,
    account_id INTEGER NOT NULL,
    game_id VARCHAR(16) NOT NULL,
    name VARCHAR(60) NOT NULL,
    at INTEGER NOT NULL,
    line TEXT NOT NULL,
    kept_at TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT pk_kept_branch PRIMARY KEY (id),
    CONSTRAINT uq_kept_branch_account_id_game_id_name UNIQUE (account_id, game_id, name),
    CONSTRAINT fk_kept_branch_account_id FOREIGN KEY(account_id) REFERENCES account (id),
    CONSTRAINT fk_kept_branch_game_id FOREIGN KEY(game_id) REFERENCES game (id)
);
CREATE INDEX ix_kept_branch_game_id ON kept_branch (game_id);
CREATE TABLE log_entry (
    game_id VARCHAR(16) NOT NULL,
    number INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    action VARCHAR(80) NOT NULL,
    version INTEGER NOT NULL,
    at TIMESTAMP WITH TIME ZONE NOT NULL,
    played_by VARCHAR(20),
    CONSTRAINT pk_log_entry PRIMARY KEY (game_id, number),
    CONSTRAINT fk_log_entry_game_id FOREIGN KEY(game_id) REFERENCES game (id)
);
CREATE TABLE message (
    id SERIAL NOT NULL,
    game_id VARCHAR(16) NOT NULL,
    account_id INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    text VARCHAR(1000) NOT NULL,
    to_seat INTEGER,
    quick VARCHAR(20),
    guest_name VARCHAR(40),
    at TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT pk_message PRIMARY KEY (id),
    CONSTRAINT fk_message_game_id FOREIGN KEY(game_id) REFERENCES game (id),
    CONSTRAINT fk_message_account_id FOREIGN KEY(account_id) REFERENCES account (id)
);
CREATE INDEX ix_message_game_id_id ON message (game_id, id);
CREATE TABLE notice (
    id SERIAL NOT NULL,
    kind VARCHAR(40) NOT NULL,
    lane INTEGER NOT NULL,
    account_id INTEGER,
    email VARCHAR(254) NOT NULL,
    game_id VARCHAR(16),
    version INTEGER,
    seat INTEGER,
    encrypted BYTEA NOT NULL,
    message_id VARCHAR(254) NOT NULL,
    nonce VARCHAR(8) NOT NULL,
    forgeable BOOLEAN,
    created_at TIMESTAMP WITH TIME ZONE NOT NULL,
    envelope_id INTEGER,
    digest_id INTEGER,
    state VARCHAR(20) NOT NULL,
    due_at TIMESTAMP WITH TIME ZONE NOT NULL,
    first_due_at TIMESTAMP WITH TIME ZONE,
    leased_until TIMESTAMP WITH TIME ZONE,
    fence INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    CONSTRAINT pk_notice PRIMARY KEY (id),
    CONSTRAINT uq_notice_game_id_version_account_id_kind UNIQUE (game_id, version, account_id, kind),
    CONSTRAINT fk_notice_account_id FOREIGN KEY(account_id) REFERENCES account (id),
    CONSTRAINT fk_notice_game_id FOREIGN KEY(game_id) REFERENCES game (id),
    CONSTRAINT fk_notice_envelope_id FOREIGN KEY(envelope_id) REFERENCES envelope (id),
    CONSTRAINT fk_notice_digest_id FOREIGN KEY(digest_id) REFERENCES notice (id)
);
CREATE INDEX ix_notice_account_id ON notice (account_id);
CREATE INDEX ix_notice_digest_id ON notice (digest_id);
CREATE INDEX ix_notice_envelope_id ON notice (envelope_id);
CREATE INDEX ix_notice_first_due ON notice (first_due_at) WHERE first_due_at IS NOT NULL;
CREATE INDEX ix_notice_state_due_at ON notice (state, due_at);
CREATE INDEX ix_notice_state_lane_due_at ON notice (state, lane, due_at);
CREATE TABLE opponent_turn (
    game_id VARCHAR(16) NOT NULL,
    version INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    claimant VARCHAR(40),
    level INTEGER,
    by_visitor BOOLEAN,
    round INTEGER,
    state VARCHAR(20) NOT NULL,
    due_at TIMESTAMP WITH TIME ZONE NOT NULL,
    first_due_at TIMESTAMP WITH TIME ZONE,
    leased_until TIMESTAMP WITH TIME ZONE,
    fence INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    CONSTRAINT pk_opponent_turn PRIMARY KEY (game_id, version),
    CONSTRAINT fk_opponent_turn_game_id FOREIGN KEY(game_id) REFERENCES game (id)
);
CREATE INDEX ix_opponent_turn_first_due ON opponent_turn (first_due_at) WHERE first_due_at IS NOT NULL;
CREATE INDEX ix_opponent_turn_in_turn ON opponent_turn (by_visitor, round, level) WHERE claimant IS NOT NULL;
CREATE INDEX ix_opponent_turn_of_claimant ON opponent_turn (claimant, round) WHERE claimant IS NOT NULL;
CREATE INDEX ix_opponent_turn_state_due_at ON opponent_turn (state, due_at);
CREATE TABLE pairing (
    tournament_id VARCHAR(16) NOT NULL,
    round INTEGER NOT NULL,
    board INTEGER NOT NULL,
    players JSONB NOT NULL,
    game_id VARCHAR(16),
    ended_at TIMESTAMP WITH TIME ZONE,
    half_points JSONB,
    unplayed BOOLEAN NOT NULL,
    decided_by VARCHAR(200),
    settled_at TIMESTAMP WITH TIME ZONE,
    CONSTRAINT pk_pairing PRIMARY KEY (tournament_id, round, board),
    CONSTRAINT fk_pairing_tournament_id FOREIGN KEY(tournament_id) REFERENCES tournament (id),
    CONSTRAINT fk_pairing_game_id FOREIGN KEY(game_id) REFERENCES game (id)
);
CREATE INDEX ix_pairing_game ON pairing (game_id) WHERE game_id IS NOT NULL;
CREATE INDEX ix_pairing_to_begin ON pairing (tournament_id) WHERE game_id IS NULL AND settled_at IS NULL;
CREATE INDEX ix_pairing_to_settle ON pairing (tournament_id) WHERE ended_at IS NOT NULL AND settled_at IS NULL;
CREATE TABLE push_delivery (
    id SERIAL NOT NULL,
    device_id INTEGER NOT NULL,
    game_id VARCHAR(16),
    turn INTEGER,
    seat INTEGER,
    status INTEGER,
    created_at TIMESTAMP WITH TIME ZONE NOT NULL,
    state VARCHAR(20) NOT NULL,
    due_at TIMESTAMP WITH TIME ZONE NOT NULL,
    first_due_at TIMESTAMP WITH TIME ZONE,
    leased_until TIMESTAMP WITH TIME ZONE,
    fence INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    CONSTRAINT pk_push_delivery PRIMARY KEY (id),
    CONSTRAINT uq_push_delivery_device_id_game_id_turn UNIQUE (device_id, game_id, turn),
    CONSTRAINT fk_push_delivery_device_id FOREIGN KEY(device_id) REFERENCES push_device (id) ON DELETE CASCADE,
    CONSTRAINT fk_push_delivery_game_id FOREIGN KEY(game_id) REFERENCES game (id) ON DELETE CASCADE
);
CREATE INDEX ix_push_delivery_created_at ON push_delivery (created_at);
CREATE INDEX ix_push_delivery_first_due ON push_delivery (first_due_at) WHERE first_due_at IS NOT NULL;
CREATE INDEX ix_push_delivery_game_id ON push_delivery (game_id);
CREATE INDEX ix_push_delivery_state_due_at ON push_delivery (state, due_at);
CREATE TABLE rated_game (
    game_id VARCHAR(16) NOT NULL,
    pool VARCHAR(60) NOT NULL,
    finished_at TIMESTAMP WITH TIME ZONE NOT NULL,
    settled_at TIMESTAMP WITH TIME ZONE,
    not_rated VARCHAR(40),
    reason VARCHAR(200),
    CONSTRAINT pk_rated_game PRIMARY KEY (game_id),
    CONSTRAINT fk_rated_game_game_id FOREIGN KEY(game_id) REFERENCES game (id)
);
CREATE INDEX ix_rated_game_order ON rated_game (pool, finished_at, game_id);
CREATE INDEX ix_rated_game_waiting ON rated_game (finished_at, game_id) WHERE settled_at IS NULL;
CREATE TABLE rating_change (
    game_id VARCHAR(16) NOT NULL,
    seat INTEGER NOT NULL,
    pool VARCHAR(60) NOT NULL,
    account_id INTEGER,
    level INTEGER,
    rank INTEGER NOT NULL,
    mean_before DOUBLE PRECISION NOT NULL,
    deviation_before DOUBLE PRECISION NOT NULL,
    mean DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    at TIMESTAMP WITH TIME ZONE NOT NULL,
    timed_out BOOLEAN NOT NULL,
    CONSTRAINT pk_rating_change PRIMARY KEY (game_id, seat),
    CONSTRAINT fk_rating_change_game_id FOREIGN KEY(game_id) REFERENCES game (id),
    CONSTRAINT fk_rating_change_account_id FOREIGN KEY(account_id) REFERENCES account (id)
);
CREATE INDEX ix_rating_change_curve ON rating_change (account_id, pool, at);
CREATE INDEX ix_rating_change_level ON rating_change (level, pool, at) WHERE level IS NOT NULL;
CREATE TABLE report (
    id SERIAL NOT NULL,
    game_id VARCHAR(16) NOT NULL,
    message_id INTEGER NOT NULL,
    reporter_id INTEGER NOT NULL,
    reported_id INTEGER NOT NULL,
    said VARCHAR(1000) NOT NULL,
    why VARCHAR(20) NOT NULL,
    words VARCHAR(500) NOT NULL,
    at TIMESTAMP WITH TIME ZONE NOT NULL,
    closed_at TIMESTAMP WITH TIME ZONE,
    CONSTRAINT pk_report PRIMARY KEY (id),
    CONSTRAINT uq_report_message_id_reporter_id UNIQUE (message_id, reporter_id),
    CONSTRAINT fk_report_game_id FOREIGN KEY(game_id) REFERENCES game (id),
    CONSTRAINT fk_report_reporter_id FOREIGN KEY(reporter_id) REFERENCES account (id),
    CONSTRAINT fk_report_reported_id FOREIGN KEY(reported_id) REFERENCES account (id)
);
CREATE INDEX ix_report_closed_at ON report (closed_at);
CREATE INDEX ix_report_game_id ON report (game_id);
CREATE INDEX ix_report_reported_id ON report (reported_id);
CREATE INDEX ix_report_reporter_id ON report (reporter_id);
CREATE TABLE seat_plan (
    game_id VARCHAR(16) NOT NULL,
    seat INTEGER NOT NULL,
    text TEXT NOT NULL,
    begins_at INTEGER NOT NULL,
    plays_only_moves BOOLEAN NOT NULL,
    waits BOOLEAN NOT NULL,
    set_at TIMESTAMP WITH TIME ZONE NOT NULL,
    ended JSONB,
    state VARCHAR(20) NOT NULL,
    due_at TIMESTAMP WITH TIME ZONE NOT NULL,
    first_due_at TIMESTAMP WITH TIME ZONE,
    leased_until TIMESTAMP WITH TIME ZONE,
    fence INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    CONSTRAINT pk_seat_plan PRIMARY KEY (game_id, seat),
    CONSTRAINT fk_seat_plan_game_id FOREIGN KEY(game_id) REFERENCES game (id)
);
CREATE INDEX ix_seat_plan_first_due ON seat_plan (first_due_at) WHERE first_due_at IS NOT NULL;
CREATE INDEX ix_seat_plan_state_due_at ON seat_plan (state, due_at);
CREATE TABLE substitution (
    game_id VARCHAR(16) NOT NULL,
    version INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    account_id INTEGER NOT NULL,
    substitute_id INTEGER NOT NULL,
    entry INTEGER NOT NULL,
    at TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT pk_substitution PRIMARY KEY (game_id, version),
    CONSTRAINT fk_substitution_game_id FOREIGN KEY(game_id) REFERENCES game (id),
    CONSTRAINT fk_substitution_account_id FOREIGN KEY(account_id) REFERENCES account (id),
    CONSTRAINT fk_substitution_substitute_id FOREIGN KEY(substitute_id) REFERENCES account (id)
);
CREATE INDEX ix_substitution_account_id ON substitution (account_id);
CREATE INDEX ix_substitution_substitute_id ON substitution (substitute_id);
CREATE TABLE challenge_ask (
    challenge_id VARCHAR(16) NOT NULL,
    bot_id INTEGER NOT NULL,
    asked_at TIMESTAMP WITH TIME ZONE NOT NULL,
    was_silent BOOLEAN NOT NULL,
    has_declined BOOLEAN NOT NULL,
    CONSTRAINT pk_challenge_ask PRIMARY KEY (challenge_id, bot_id),
    CONSTRAINT fk_challenge_ask_challenge_id FOREIGN KEY(challenge_id) REFERENCES challenge (id) ON DELETE CASCADE,
    CONSTRAINT fk_challenge_ask_bot_id FOREIGN KEY(bot_id) REFERENCES bot (account_id)
);
CREATE INDEX ix_challenge_ask_bot_id ON challenge_ask (bot_id, asked_at);
CREATE TABLE challenge_game (
    challenge_id VARCHAR(16) NOT NULL,
    game_id VARCHAR(16) NOT NULL,
    CONSTRAINT pk_challenge_game PRIMARY KEY (challenge_id, game_id),
    CONSTRAINT fk_challenge_game_challenge_id FOREIGN KEY(challenge_id) REFERENCES challenge (id) ON DELETE CASCADE,
    CONSTRAINT fk_challenge_game_game_id FOREIGN KEY(game_id) REFERENCES game (id) ON DELETE CASCADE
);
CREATE INDEX ix_challenge_game_game_id ON challenge_game (game_id);
CREATE TABLE webhook_delivery (
    id SERIAL NOT NULL,
    webhook_id INTEGER NOT NULL,
    event_id INTEGER,
    message_id VARCHAR(40) NOT NULL,
    challenge VARCHAR(32),
    created_at TIMESTAMP WITH TIME ZONE NOT NULL,
    state VARCHAR(20) NOT NULL,
    due_at TIMESTAMP WITH TIME ZONE NOT NULL,
    first_due_at TIMESTAMP WITH TIME ZONE,
    leased_until TIMESTAMP WITH TIME ZONE,
    fence INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    CONSTRAINT pk_webhook_delivery PRIMARY KEY (id),
    CONSTRAINT uq_webhook_delivery_webhook_id_event_id UNIQUE (webhook_id, event_id),
    CONSTRAINT fk_webhook_delivery_webhook_id FOREIGN KEY(webhook_id) REFERENCES webhook (id),
    CONSTRAINT fk_webhook_delivery_event_id FOREIGN KEY(event_id) REFERENCES event (id),
    CONSTRAINT uq_webhook_delivery_message_id UNIQUE (message_id)
);
CREATE INDEX ix_webhook_delivery_challenge ON webhook_delivery (webhook_id, state, due_at, id) WHERE challenge IS NOT NULL;
CREATE INDEX ix_webhook_delivery_created_at ON webhook_delivery (created_at);
CREATE INDEX ix_webhook_delivery_event_id ON webhook_delivery (event_id);
CREATE INDEX ix_webhook_delivery_first_due ON webhook_delivery (first_due_at) WHERE first_due_at IS NOT NULL;
CREATE INDEX ix_webhook_delivery_leased ON webhook_delivery (webhook_id, leased_until) WHERE leased_until IS NOT NULL;
CREATE INDEX ix_webhook_delivery_state_due_at ON webhook_delivery (state, due_at);
CREATE INDEX ix_webhook_delivery_webhook_id_state_due_at_id ON webhook_delivery (webhook_id, state, due_at, id);
CREATE TABLE webhook_attempt (
    id SERIAL NOT NULL,
    delivery_id INTEGER NOT NULL,
    at TIMESTAMP WITH TIME ZONE NOT NULL,
    status INTEGER,
    trouble VARCHAR(20),
    milliseconds INTEGER NOT NULL,
    CONSTRAINT pk_webhook_attempt PRIMARY KEY (id),
    CONSTRAINT fk_webhook_attempt_delivery_id FOREIGN KEY(delivery_id) REFERENCES webhook_delivery (id)
);
CREATE INDEX ix_webhook_attempt_delivery_id ON webhook_attempt (delivery_id);
CREATE SEQUENCE game_number_seq OWNED BY game.number;
INSERT INTO counter (name, value) VALUES ('event', 0)
"""


def upgrade() -> None:
    statements = SQLITE if op.get_bind().dialect.name == "sqlite" else POSTGRESQL
    for statement in statements.split(";\n"):
        op.execute(statement)
